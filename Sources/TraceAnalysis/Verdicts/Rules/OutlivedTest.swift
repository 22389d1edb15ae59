internal import TraceFormat

/// A task lives on after the test that made it.
enum OutlivedTest: Rule {
  static let description = RuleDescription(
    of: .outlivedTest, title: "outlived its test",
    claim: "A test has ended, and a task that was made on its behalf lives on.",
    needs: """
      A test with `.noLeaks` of `SwiftTasksTesting`: no recording tells where a test ends.
      A task of the test that has not ended, although the test has waited for it. The test made it, or another task \
      of the test did.
      """,
    excuses: """
      A task that was cancelled: it ends as it comes to that.
      A child task, and a task below one that lives on: they end with it.
      """,
    faulty: .text("A test starts a clock with `Task { while true { … } }`, and nobody cancels it."),
    healthy: .text("A test starts a clock, and cancels it in a `defer`."))

  static let reason = Leak.Reason.outlivedTest
  static let searches: [Search] = [.outlivedTests]
}

extension Leak.Reason {
  /// The test that made it has ended, and it has not.
  public static let outlivedTest = Leak.Reason("outlivedTest")
}

/// Its test ended so long before.
struct TestEnded: Evidence {
  let life: LifeIndex
  let time: UInt64
  /// Since then.
  let age: UInt64

  var sentence: Sentence? {
    "The test ended at \(moment: time), and \(life: life) has lived on for \(duration: age) since"
  }

  var figures: [Figure] {
    [.life("task", life), .moment("test ended at", time), .duration("lived on for", age)]
  }
}

extension Search {
  /// Tasks that live although their test is over.
  static let outlivedTests = Search("outlivedTests", yieldsTo: [.abandonedStreams]) { facts, _ in
    facts.outlivedBreaks()
  }
}

extension Facts {
  /// Each task of a test that is over, but for those that end with another one.
  fileprivate func outlivedBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    guard let testEnded else { return result }
    for life in forest.living where life.role.kind == .task && doubt(life.index) == nil {
      guard life.role == Role(.task) else {
        result.acquittals.add(
          life.index, by: .outlivedTest, .excused, EndsWithItsTask(life: life.index, parent: life.downstream))
        continue
      }
      result.breaks.append(
        Break(
          reason: .outlivedTest, confidence: .likely, top: life.index,
          evidence: [
            TestEnded(life: life.index, time: testEnded, age: forest.ended - min(forest.ended, testEnded))
          ],
          site: life.site, hint: .endTasks(site: life.site)))
    }
    return result
  }
}
