import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Words hold what the program said as it said it: the writer of each medium escapes them.
struct WordsTests {
  /// An inner signal that a stop signal above `name` does not end.
  private func leak(_ name: String) throws -> LeakText {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatten = script.subscribe(name, "a.swift:8", for: root, traits: .flattens, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:7", for: flatten, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:6", for: until, at: 0)
    let closed = script.subscribe("PublishSubject", "a.swift:5", for: until, as: .control, at: 0)
    script.next([source, until], at: 1)
    let inner = script.subscribe("interval", "a.swift:4", for: flatten, as: .inner, number: 1, at: 1)
    script.next([inner, flatten, root], at: 2)
    let fired = script.next([closed], at: 3)
    script.complete([until], cause: fired, at: 3)
    script.dispose([source, closed], .trigger, cause: fired, at: 3)
    script.dispose([until], .terminated, cause: fired, at: 3)
    for second in 4...8 { script.next([inner, flatten, root], at: Double(second)) }
    var builder = ForestBuilder()
    for record in script.trace { builder.add(record) }
    let forest = builder.finish(began: TraceScript.start, ended: TraceScript.time(9))
    let trace = AnalyzedTrace(forest: forest, verdicts: Verdicts(forest), program: "feedd")
    return LeakText(try #require(trace.verdicts.leaks.first), trace)
  }

  @Test func `What a terminal might obey comes through as it is`() throws {
    let name = "flat\u{1b}[31m\n<b>"
    #expect(try leak(name).hint.contains("upstream of \(name). "))
  }

  @Test func `A long name is cut`() throws {
    let long = String(repeating: "x", count: 100)
    #expect(try leak(long).hint.contains("upstream of \(long.prefix(39))…. "))
  }

  @Test(arguments: [
    ("", 4, "", ""), ("abcd", 4, "abcd", "abcd"), ("abcde", 4, "abc…", "…cde"), ("žluť", 3, "žl…", "…uť"),
  ])
  func `Texts are shortened at either end`(text: String, limit: Int, beginning: String, end: String) {
    #expect(text.shortened(to: limit) == beginning)
    #expect(text.shortenedAtBeginning(to: limit) == end)
  }
}
