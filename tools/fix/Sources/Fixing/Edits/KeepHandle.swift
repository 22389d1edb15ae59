import SwiftSyntax

/// Gives the handle of a subscription to a bag: one that is there, or a new one of the type.
struct KeepHandle: Edit {
  let answers: Set<String> = [
    "keepHandle", "keepInnerHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "disposeConnection",
    "disposeWithOwner",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.handle()
    let below = chain.links[(index + 1)...].map(\.name)
    // `owned(by:)` returns the handle and disposes nothing.
    guard below.allSatisfy({ $0 == "owned" }) else {
      if below.first == "disposed" { throw Refusal("The handle is kept already: dispose its bag sooner.") }
      throw Refusal(
        "\(chain.links[index].name) at \(chain.file.path) is no end of a chain: it has no handle to keep.")
    }
    let statement = try Statement(chain)
    var ways: [Way] = []
    for bag in try BagSearch(statement.item, in: chain.file).bags() {
      let edits = try Self.edits(statement, chain, bag)
      ways.append(Way(effect: bag.effect, file: chain.file, edits: edits + bag.edits))
    }
    return ways
  }

  private static func edits(_ statement: Statement, _ chain: Chain, _ bag: Bag) throws(Refusal) -> [TextEdit]
  {
    switch statement {
    case .thrownAway(_, let prefix): giving(chain, to: bag, from: prefix)
    case .alone: giving(chain, to: bag, from: chain.expression.start..<chain.expression.start)
    case .named(let name, let item):
      [try chain.file.adding(Self.giving(name, to: bag), below: item)]
    case .assigned(let target, _):
      throw Refusal(
        "The handle at \(chain.file.path):\(chain.file.line(target.start)) goes into \(target.trimmedDescription): dispose that."
      )
    }
  }

  static func giving(_ name: String, to bag: Bag) -> String {
    switch bag.kind {
    case .bag: "\(name).disposed(by: \(bag.name))"
    case .composite: "\(bag.name).add(\(name))"
    case .list: "\(bag.name).append(\(name))"
    case .place: "\(bag.name).inner = \(name)"
    }
  }

  /// Gives the handle that the chain returns to a bag, without a name for it. `prefix` stands before the chain, and goes.
  private static func giving(_ chain: Chain, to bag: Bag, from prefix: Range<Int>) -> [TextEdit] {
    switch bag.kind {
    case .bag:
      [.remove(prefix), chain.appending(".disposed(by: \(bag.name))", after: chain.links.count - 1)]
    case .composite:
      [TextEdit(prefix, "\(bag.name).add("), .insert(")", at: chain.expression.end)]
    case .list: [TextEdit(prefix, "\(bag.name).append("), .insert(")", at: chain.expression.end)]
    case .place: [TextEdit(prefix, "\(bag.name).inner = ")]
    }
  }
}
