import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis
@testable import TraceRendering

struct LeakWhyTests {
  private func text(_ records: [TraceRecord], width: Int = 100, minimum: Confidence = .possible) -> String {
    var options = Verdicts.Options(minimum: minimum)
    options.explains = true
    let trace = AnalyzedTrace(
      records, began: Feedd.began, ended: Feedd.ended, program: "feedd", file: "feedd.rxtrace",
      options: options)
    var renderer = LeaksText(on: Page(width: width))
    renderer.explains = true
    return render(trace, as: renderer)
  }

  @Test func `the numbers of a leak stand below it, with those of its rule`() {
    let text = text(Feedd.records())
    #expect(
      text.contains(
        """
          At Cache.swift:88 return (or add to the bag) the disposable of the inner subscription.

          Evidence by number:
            subscriber gone  subscriber #8; gone at 4.000 s
            dropped there    subscriber #8; dropped values 8
            rule             disposalNotPassedOn: fewest dropped values 4; shortest delay 20 ms; longest
                             pause of a thread 100 ms; fewest left over 3

        """), "\(text)")
    #expect(
      text.contains(
        """
          Evidence by number, of 2 cases, the first one shown:
            stop fired  stopped #13 (another one in 1 case); stop signal #16 (another one in 1 case); fired
                        at 5.000 s (5.000 s to 10.000 s in 2 cases)
            rule        innerOutlivedStopSignal, which has no thresholds
        """), "\(text)")
  }

  @Test(arguments: [40, 60, 80, 100, 120])
  func `no line is wider than the page`(width: Int) {
    let text = text(Feedd.records(), width: width)
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }

  @Test func `where nothing lives that is not accused, it is said`() {
    #expect(text([]).hasSuffix("\nalive and not accused: none\n"))
  }

  @Test func `a finding has its subscriptions and the numbers of its check`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let reduce = script.subscribe("reduce", "a.swift:8", for: root, at: 0)
    let source = script.subscribe("interval", "a.swift:6", for: reduce, at: 0)
    for second in 1...5 { script.next([source], at: Double(second)) }
    script.subscribe("subscribe", "a.swift:1", at: 9.8)
    let text = text(script.trace, width: 200)
    let lines = text.split(separator: "\n")
    let place = lines.firstIndex { $0.hasPrefix("check  waits-for-end  reduce") }
    #expect(place.map { lines[$0 + 1].hasPrefix("     of #2; the check's numbers: ") } == true, "\(text)")
  }
}
