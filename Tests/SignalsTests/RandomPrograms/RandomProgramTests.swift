import Glibc
import SignalTracing
import Signals
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

/// Programs that nobody wrote keep the contract, are drawn as they are built, and are accused of nothing.
@Suite(.serialized) struct RandomProgramTests {
  /// With `RXTRACE_THOROUGH` a hundred thousand. `RXTRACE_PROGRAM=17` runs one, `RXTRACE_PROGRAM=500-999` runs those.
  static let numbers: Range<Int> = {
    if let words = getenv("RXTRACE_PROGRAM").map({ String(cString: $0).split(separator: "-") }),
      let first = words.first.flatMap({ Int($0) }), let last = words.last.flatMap({ Int($0) }), first <= last
    {
      return first..<(last + 1)
    }
    return 0..<(getenv("RXTRACE_THOROUGH") == nil ? 2000 : 100_000)
  }()
  private static let atOnce = 500

  @Test func `random programs keep the contract and are recorded as what they are`() throws {
    var problems: [String] = []
    for first in stride(from: Self.numbers.lowerBound, to: Self.numbers.upperBound, by: Self.atOnce) {
      problems += try self.problems(of: first..<min(first + Self.atOnce, Self.numbers.upperBound))
      if problems.count > 20 { break }
    }
    if !problems.isEmpty {
      Issue.record("\(problems.count) problems, first:\n\(problems.prefix(12).joined(separator: "\n"))")
    }
  }

  private func problems(of numbers: Range<Int>) throws -> [String] {
    let outcomes = Mutex<[RandomProgram.Outcome]>([])
    let (records, thread) = try Traced.recording {
      for number in numbers {
        Trace.mark("program \(number)")
        let outcome = RandomProgram(number: number).run()
        outcomes.withLock { $0.append(outcome) }
      }
      // What the last program puts away at its end is not put away at the end of all.
      Trace.mark("afterwards")
      Signal.just(0).subscribe(next: { _ in }).dispose()
    }
    let traces = PlayTrace.split(records, of: thread)
    guard traces.count == numbers.count + 1 else {
      return ["\(numbers.count) programs have \(traces.count - 1) traces"]
    }
    var lines: [String] = []
    var programs: [SubscriptionID: Int] = [:]
    for id in traces[numbers.count].lives.keys { programs[id] = numbers.upperBound }
    for (index, (outcome, trace)) in zip(outcomes.withLock { $0 }, traces).enumerated() {
      let problems = outcome.problems + trace.problems(of: outcome)
      lines += problems.map { "program \(numbers.lowerBound + index) (\(outcome.description)): \($0)" }
      for id in trace.lives.keys { programs[id] = numbers.lowerBound + index }
    }
    return lines + forestProblems(records, traces, programs)
  }

  /// The forest has the same lives with the same downstream, and no leak that is more than possible.
  private func forestProblems(
    _ records: [TraceRecord], _ traces: [PlayTrace], _ programs: [SubscriptionID: Int]
  ) -> [String] {
    var builder = ForestBuilder()
    for record in records where record.event.subscription.map({ programs[$0] != nil }) ?? true {
      builder.add(record)
    }
    let forest = builder.finish(began: nil, ended: nil)
    var lines: [String] = []
    var drawn: [SubscriptionID: SubscriptionID?] = [:]
    for life in forest.lives {
      drawn.updateValue(life.downstream?.id, forKey: life.id)
    }
    for (id, life) in traces.flatMap(\.lives) {
      if let downstream = drawn[id], downstream == life.downstream { continue }
      lines.append("program \(programs[id] ?? -1): \(life.title) is drawn at another place than it stands")
    }
    let verdicts = Verdicts(forest, options: .init(settle: .zero, minimum: .likely))
    for leak in verdicts.leaks {
      let program = leak.members.first.flatMap { forest[$0] }.flatMap { programs[$0.id] } ?? -1
      lines.append("program \(program): \(leak.confidence) leak at \(leak.site.operatorName): \(leak.reason)")
    }
    return lines
  }
}

extension PlayTrace {
  /// What is wrong with the trace of a random program.
  func problems(of outcome: RandomProgram.Outcome) -> [String] {
    var problems = lives.values.flatMap { balanceProblems($0, isAlone: true) } + lives.flatMap(orderProblems)
    let roots = lives.values.count { $0.name == "subscribe" && $0.downstream == nil }
    if roots != outcome.subscribers {
      problems.append("\(outcome.subscribers) subscribers, \(roots) roots")
    }
    let last = outcome.operators.count
    for life in lives.values {
      guard let step = life.step(last: last), step < last else { continue }
      // What an operator shares is upstream of nobody.
      let next = nextStep(below: life, last: last)
      if next == step + 1 || next == nil && outcome.operators[step].shares { continue }
      problems.append("\(life.title) stands above \(next.map { "step \($0)" } ?? "nothing")")
    }
    return problems
  }

  private func nextStep(below life: Life, last: Int) -> Int? {
    var life = life
    while let downstream = life.downstream, let next = lives[downstream] {
      if let step = next.step(last: last) { return step }
      life = next
    }
    return nil
  }
}

extension PlayTrace.Life {
  /// Which operator of a random program it is of: 0 is the source, the last one is the output.
  fileprivate func step(last: Int) -> Int? {
    guard let label else { return nil }
    if label == "output" { return last }
    guard label.hasPrefix("step ") else { return nil }
    return Int(label.dropFirst(5))
  }
}
