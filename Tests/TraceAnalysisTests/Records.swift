public import TraceAnalysis
import TraceFixtures
import TraceFormat

extension [TraceRecord] {
  func forest(began: UInt64? = nil, ended: UInt64? = nil, options: ForestBuilder.Options = .init()) -> Forest
  {
    var builder = ForestBuilder(options: options)
    for record in self { builder.add(record) }
    return builder.finish(began: began, ended: ended)
  }
}

extension TraceScript {
  func forest(ended: Double) -> Forest {
    trace.forest(began: TraceScript.start, ended: TraceScript.time(ended))
  }

  func verdicts(ended: Double, minimum: Confidence = .likely) -> Verdicts {
    Verdicts(forest(ended: ended), options: Verdicts.Options(minimum: minimum))
  }
}

extension TraceScript {
  /// What the checks say, a line each.
  func findings(ended: Double, options: Verdicts.Options = Verdicts.Options()) -> [String] {
    let forest = forest(ended: ended)
    return Checks.findings(in: forest, Verdicts(forest, options: options)).map(\.line)
  }

  /// The lines that `leaks` shows.
  func troubles(ended: Double, options: Verdicts.Options = Verdicts.Options()) -> [String] {
    let forest = forest(ended: ended)
    return Checks.unabsorbed(in: forest, Verdicts(forest, options: options)).map(\.line)
  }
}

extension Finding {
  var line: String { "\(Self.check) \(name) \(site.line): " + sentence.line }
}

extension Sentence {
  var line: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .count(let count): String(count)
      case .duration(let nanoseconds): "\((nanoseconds + 500_000) / 1_000_000)ms"
      case .quoted(let text): "<\(text)>"
      case .life(let number): "#\(number)"
      case .site(let site): "\(site.operatorName) \(site.line)"
      case .place(let site): "line \(site.line)"
      case .moment(let time): "\((time - TraceScript.start + 500_000) / 1_000_000)ms"
      }
    }.joined()
  }
}

/// Tests write a life as its number.
extension LifeIndex: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self.init(number: number) }
}

extension Forest {
  subscript(index: LifeIndex) -> Life? { self[index.number] }
}
