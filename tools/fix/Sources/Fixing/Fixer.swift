import SwiftParser
import SwiftSyntax

/// Finds patches for the leaks of a report.
package struct Fixer {
  private let sources: SourceTree

  package init(_ sources: SourceTree) { self.sources = sources }

  /// The patches for a report.
  package func fix(_ report: LeaksReport) -> Fixes {
    Fixes(report.leaks.map { leak in Answer(leak: leak, outcome: outcome(leak)) })
  }

  private func outcome(_ leak: Leak) -> Answer.Outcome {
    guard let advice = leak.advice else {
      return .refused(Refusal("The report names no change: it is from an older rxtrace."))
    }
    let edits = Edits.all.filter { $0.answers.contains(advice.kind) }
    if edits.isEmpty { return .refused(Refusal("There is no edit for this advice yet.")) }
    let problem = Problem(leak: leak, advice: advice, sources: sources)
    var ways: [Way] = []
    var refusals: [Refusal] = []
    for edit in edits {
      do throws(Refusal) {
        for way in try edit.ways(problem) {
          if try Self.isSound(way) { ways.append(way) }
        }
      } catch { refusals.append(error) }
    }
    if ways.isEmpty { return .refused(refusals.last ?? Refusal("No edit fits the source.")) }
    return .ways(ways.filter(\.isLikely) + ways.filter { !$0.isLikely })
  }

  /// Whether the changed file can be parsed. A file that could not be parsed before is not understood.
  private static func isSound(_ way: Way) throws(Refusal) -> Bool {
    if way.file.tree.hasError { throw Refusal("\(way.file.path) cannot be parsed.") }
    return !Parser.parse(source: way.edits.applied(to: way.file.bytes)).hasError
  }
}

/// The patches for one leak, or the reason why there is none.
struct Answer {
  enum Outcome {
    case ways([Way])
    case refused(Refusal)
  }
  let leak: Leak
  let outcome: Outcome
}
