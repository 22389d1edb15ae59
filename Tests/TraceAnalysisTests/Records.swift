import TraceAnalysis
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
