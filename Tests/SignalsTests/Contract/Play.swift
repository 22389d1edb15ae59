import Signals
import SignalTracing
import Synchronization

/// One trial of an operator: how its sources send, what they send, and who ends the subscription when.
struct Play: Sendable, CustomStringConvertible {
  enum Moment: Sendable {
    /// After so many steps of the sources.
    case after(Int)
    /// Within the event with this number, from 1, that reaches the subscriber.
    case within(Int)
  }

  let kind: SourceKind
  let script: Script
  var end: (party: Party, moment: Moment)?
  var fault: Bench.Fault?

  var description: String {
    var words = "\(kind), \(script.name)"
    if let fault { words += ", \(fault.closure) throws at call \(fault.call)" }
    switch end {
    case (let party, .after(let steps))?:
      words += ", ended by \(party) after \(steps) of \(script.steps.count) steps"
    case (let party, .within(let event))?: words += ", ended by \(party) within event \(event)"
    case nil: break
    }
    return words
  }

  /// Plays it on this thread.
  ///
  /// - Returns: what is wrong, as far as a subscriber and the memory can tell, and what the trace is asked about.
  func run(_ row: OperatorRow) -> (problems: [String], outcome: Outcome) {
    let lives = Lives()
    let subscribers = Lives()
    let values = Lives()
    let log = ReceiverLog(isDeliveredElsewhere: kind == .queue)
    let ender = Ender(end?.party ?? .handle, count: takeCount)
    var problems: [String] = []
    let outcome: Outcome
    do {
      let stage = Stage(self, row, log, ender, lives: lives, values: values)
      problems += stage.play(for: subscribers)
      if subscribers.count > 0 { problems.append("the subscriber stays in memory with handle and signal") }
      if !row.traits.contains(.keepsValues), values.count > 0 {
        problems.append("\(values.count) values stay in memory with the signal alone")
      }
      outcome = stage.outcome
    }
    // The handle is still held.
    if values.count > 0 { problems.append("\(values.count) values stay in memory") }
    if lives.count > 0 { problems.append("closures stay in memory") }
    problems += log.problems
    withExtendedLifetime(ender) {}
    return (problems, outcome)
  }

  /// What the trace of a play is asked about.
  struct Outcome: Sendable {
    let play: Play
    /// Somebody ended the output, and it had not ended by itself.
    let wasEnded: Bool
    let hasThrown: Bool
    let hasValues: Bool
    /// Events that its sources sent too late.
    let late: Int
  }

  private var takeCount: Int {
    if case (.take, .within(let event))? = end { event } else { .max }
  }
}

/// The bench, the operator and its subscriber, for the time of one play.
private final class Stage: Sendable {
  private let play: Play
  private let row: OperatorRow
  private let log: ReceiverLog
  private let ender: Ender
  private let bench: Bench
  private let clock: VirtualTimeScheduler
  private let queue: BenchQueue?
  private let output: Output
  private let state = Mutex((step: 0, progress: Progress(sources: 0), wasEnded: false, wasAsked: false))

  init(_ play: Play, _ row: OperatorRow, _ log: ReceiverLog, _ ender: Ender, lives: Lives, values: Lives) {
    let clock = VirtualTimeScheduler()
    self.clock = clock
    let queue = play.kind == .queue ? BenchQueue() : nil
    self.play = play
    self.row = row
    self.log = log
    self.ender = ender
    self.queue = queue
    bench = Bench(
      sources: (0..<row.sources).map {
        BenchSource(
          $0, of: play.script, play.kind, values: values, scheduler: clock, queue: queue,
          resubscribes: row.traits.contains(.resubscribes))
      }, scheduler: clock, values: values, life: lives.make(), fault: play.fault)
    output = row.build(bench)
    state.withLock { $0.progress = Progress(sources: row.sources) }
  }

  var outcome: Play.Outcome {
    Play.Outcome(
      play: play, wasEnded: state.withLock { $0.wasEnded }, hasThrown: bench.hasThrown,
      hasValues: log.hasValues, late: bench.sources.reduce(0) { $0 + $1.late })
  }

  /// - Returns: what is wrong with what the operator did.
  func play(for subscribers: Lives) -> [String] {
    var problems: [String] = []
    // The subscriber belongs to its subscription from here on.
    output.subscribe(
      Receiver(log, subscribers.make(), whenHearing: { [unowned self] in hears($0) }), ender)
    endIfDue()
    settle()
    while let step = nextStep() {
      take(step)
      endIfDue()
      if play.kind == .subject, let problem = completionProblem() { problems.append(problem) }
    }
    clock.advance(by: .seconds(1000))
    settle()
    problems += endProblems()
    for source in bench.sources { source.sendLate() }
    if log.end != nil || log.events.contains(.disposed) { problems += subscribedProblems() }
    ender.endAnyway()
    settle()
    problems += subscribedProblems()
    for source in bench.sources { source.finish() }
    bench.disposeKept()
    settle()
    for (number, source) in bench.sources.enumerated() where source.subscriptions != source.disposals {
      problems.append(
        "source \(number) was subscribed to \(source.subscriptions) times and disposed \(source.disposals) times"
      )
    }
    return problems
  }

  /// Once the output has ended nothing upstream goes on.
  private func subscribedProblems() -> [String] {
    guard !row.traits.contains(.outlivesSubscribers) else { return [] }
    return bench.sources.enumerated().filter { $0.element.hasSubscribers }
      .map { "source \($0.offset) is still subscribed to after the end" }
  }

  // MARK: Steps

  private func nextStep() -> Script.Step? {
    state.withLock { state in
      guard state.step < play.script.steps.count else { return nil }
      defer { state.step += 1 }
      let step = play.script.steps[state.step]
      state.progress.note(step)
      return step
    }
  }

  private func take(_ step: Script.Step) {
    if play.kind.isStepwise { bench.sources[step.source].send(step.event) }
    clock.advance(by: .seconds(1))
    settle()
  }

  /// The subscriber hears something: the time to send more from within, or to end it.
  private func hears(_ event: Int) {
    if play.kind == .reentrant, event == 1 {
      while let step = nextStep() { bench.sources[step.source].send(step.event) }
    }
    if case (_, .within(let first))? = play.end, event >= first { end() }
  }

  private func endIfDue() {
    if case (_, .after(let steps))? = play.end, steps == state.withLock({ $0.step }) { end() }
  }

  private func end() {
    guard !state.withLock({ $0.wasAsked }) else { return }
    let isOver = log.end != nil
    guard let effect = ender.end() else { return }
    state.withLock {
      $0.wasAsked = true
      $0.wasEnded = !isOver
    }
    // What a queue is about to deliver as another thread disposes may still come.
    if effect == .silenced, queue == nil { log.seal() }
  }

  private func settle() {
    queue?.settle()
    if queue != nil, state.withLock({ $0.wasAsked }) { log.seal() }
    clock.advance(by: .zero)
    if row.traits.contains(.runsOnMain) { settleMain() }
  }

  // MARK: What should have come of it

  /// Where every step is taken alone, the output completes at the very step that its row names.
  private func completionProblem() -> String? {
    guard play.end == nil, play.fault == nil, !row.traits.contains(.isTimed) else { return nil }
    let (step, progress) = state.withLock { ($0.step, $0.progress) }
    let isComplete = log.events.contains(.completed)
    if isComplete == (row.completes(progress) && !hasFailed) { return nil }
    return isComplete ? "completed after step \(step)" : "did not complete at step \(step)"
  }

  private var hasFailed: Bool { log.end != nil && log.end != .completed }

  private func endProblems() -> [String] {
    if bench.hasThrown {
      return log.end == .error(isThrown: true) ? [] : ["what a closure threw is not the error of the output"]
    }
    guard play.end == nil, play.fault == nil, !play.kind.isRude, !row.traits.contains(.racesTime) else {
      return []
    }
    var progress = Progress(sources: row.sources)
    for step in play.script.steps {
      if row.completes(progress) { break }
      if case .error = step.event, !row.ignoresError(progress, step.source) {
        return log.end == .error(isThrown: false)
          ? [] : ["an error of source \(step.source) is not its error"]
      }
      progress.note(step)
    }
    return (log.end == .completed) == row.completes(progress)
      ? [] : ["ended with \(log.end.map { "\($0)" } ?? "nothing")"]
  }
}

extension Play {
  /// All ways in which a row is tried out.
  static func all(of row: OperatorRow) -> [Play] {
    var scripts = Script.all(row.sources)
    if row.traits.contains(.mustNotFail) { scripts.removeAll(where: \.hasErrors) }
    var plays: [Play] = []
    for kind in SourceKind.allCases
    where kind != .forgetful && (row.sources > 0 || kind == .cold || kind == .subject) {
      plays += scripts.map { Play(kind: kind, script: $0) }
    }
    plays += disposals(of: row)
    let fatal = row.traits.contains(.mustNotFail)
    for closure in row.closures {
      for kind in [SourceKind.cold, .subject, .scheduled, .reentrant] {
        for script in scripts where !(fatal && script.hasErrors) {
          for call in 1...2 {
            plays.append(Play(kind: kind, script: script, fault: Bench.Fault(closure: closure, call: call)))
          }
        }
      }
    }
    return plays
  }

  private static func disposals(of row: OperatorRow) -> [Play] {
    let whole = row.sources > 0 ? Script.completing(row.sources) : Script.all(0)[0]
    var plays: [Play] = []
    func add(_ kind: SourceKind, _ script: Script, _ party: Party, _ moment: Moment) {
      plays.append(Play(kind: kind, script: script, end: (party, moment)))
    }
    for steps in 0...whole.steps.count {
      for party in Party.allCases where party != .take { add(.subject, whole, party, .after(steps)) }
      for kind in [SourceKind.hotRude, .scheduled, .queue] { add(kind, whole, .handle, .after(steps)) }
    }
    for event in 1...3 {
      for party in Party.allCases {
        add(.subject, whole, party, .within(event))
        add(.reentrant, whole, party, .within(event))
      }
      for kind in [SourceKind.hotRude, .scheduled, .queue] { add(kind, whole, .handle, .within(event)) }
      for kind in [SourceKind.cold, .coldRude] {
        for party in Party.allCases where party.isOperator { add(kind, whole, party, .within(event)) }
      }
    }
    if !row.traits.contains(.goesOnForGood) {
      for party in Party.allCases where party != .take { add(.forgetful, whole, party, .after(0)) }
    }
    if !row.traits.contains(.mustNotFail), row.sources > 0 {
      let failing = Script.all(row.sources)[1]
      for event in 1...3 { add(.subject, failing, .handle, .within(event)) }
    }
    return plays
  }
}
