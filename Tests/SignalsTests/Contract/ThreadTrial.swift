import Glibc
import SignalTracing
import Signals
import Synchronization
import TraceFormat

/// Takes a row through rounds in which threads send, end and dispose at once.
struct ThreadTrial {
  /// What the program does while values arrive.
  enum Habit: Int, CaseIterable {
    /// Nothing, and the sources are subjects that all threads send to.
    case shares
    /// Nothing, and each source is one thread's own, and goes on after its end.
    case owns
    /// Takes a lock that senders hold as they send, also as values go out of memory.
    case locks
    /// Sends from another thread, and waits until that is done.
    case waits
  }

  let row: OperatorRow

  private static let mark = "round of threads"

  /// - Parameter mark: what the thread that subscribes writes into the trace before each round.
  /// - Returns: what is wrong, a line each.
  func run(rounds: Int, mark: String? = nil) -> [String] {
    let problems = Mutex<[String]>([])
    let current = Mutex<Round?>(nil)
    let helper = Helper()
    let member: @Sendable (Int) -> @Sendable (Int) -> Void = { number in
      { _ in current.withLock { $0 }?.act(number) }
    }
    ThreadTeam(
      members: (0..<3).map(member),
      prepare: { index in
        if let mark { Trace.mark(mark) }
        current.withLock { $0 = Round(row, index, helper) }
      },
      finish: { index in
        guard let round = current.withLock({ exchange(&$0, with: nil) }) else { return }
        let found = round.finish().map { "\(row.testDescription): round \(index), \(round.habit): \($0)" }
        problems.withLock { $0 += found }
      }
    ).run(rounds: rounds) { round in
      fatalError("\(row.testDescription): threads wait for each other in round \(round)")
    }
    helper.stop()
    return problems.withLock { $0 }
  }

  /// The same while a trace is recorded, which is asked whether every subscription was disposed and released once.
  func runTraced(rounds: Int) throws -> [String] {
    let problems = Mutex<[String]>([])
    let (records, _) = try Traced.recording {
      let found = run(rounds: rounds, mark: Self.mark)
      problems.withLock { $0 = found }
    }
    // The thread that subscribes marks the rounds; what is not upstream of its subscriptions is of other tests.
    let marks = records.filter { if case .mark(_, Self.mark) = $0.event { true } else { false } }
    guard let leader = marks.first?.thread else { return ["nothing was recorded"] }
    let traces = PlayTrace.split(records, of: leader)
    let unbalanced = traces.enumerated().flatMap { index, trace in
      trace.lives.values.flatMap { trace.balanceProblems($0, isAlone: false) }
        .map { "\(row.testDescription): round \(index): \($0)" }
    }
    return problems.withLock { $0 } + unbalanced
  }
}

/// One round: an operator, its subscriber, and three threads.
private final class Round: Sendable {
  let habit: ThreadTrial.Habit
  private let row: OperatorRow
  private let index: Int
  private let lives = Lives()
  private let values: Lives
  private let log = ThreadListener.Log()
  private let ender = Ender(.handle)
  private let clock = VirtualTimeScheduler()
  private let quick: QuickScheduler?
  private let lock: ProgramLock
  private let stage = Mutex<(bench: Bench, output: Output)?>(nil)

  init(_ row: OperatorRow, _ index: Int, _ helper: Helper) {
    self.row = row
    self.index = index
    let habit = ThreadTrial.Habit.allCases[index % ThreadTrial.Habit.allCases.count]
    self.habit = habit
    quick = row.traits.contains(.isTimed) && index / 4 % 2 == 1 ? QuickScheduler() : nil
    let lock = ProgramLock()
    self.lock = lock
    let takeLock: @Sendable () -> Void = { lock.withLock {} }
    let values = Lives(whenGone: habit == .locks ? takeLock : nil)
    self.values = values
    let clock = clock
    let sources = (0..<row.sources).map {
      BenchSource(
        $0, of: Script(name: "", steps: []), habit == .owns ? .hotRude : .subject, values: values,
        scheduler: clock, queue: nil, resubscribes: row.traits.contains(.resubscribes))
    }
    let bench = Bench(
      sources: sources, scheduler: quick ?? clock, values: values, life: lives.make())
    let output = row.build(bench)
    let isFirst = Atomic<Bool>(true)
    let listener = ThreadListener(log, lives.make()) { event in
      // Time for others to come in.
      if index % 8 > 3 { sched_yield() }
      switch habit {
      case .shares, .owns: break
      case .locks: takeLock()
      case .waits:
        guard event == .value, isFirst.exchange(false, ordering: .relaxed), let source = sources.first else {
          break
        }
        helper.run { source.send(.value(2)) }
      }
    }
    output.subscribe(listener, ender)
    stage.withLock { $0 = (bench, output) }
  }

  /// What one of the three threads does: two send and end, one moves the time and disposes.
  func act(_ member: Int) {
    guard let bench = stage.withLock({ $0?.bench }) else { return }
    if member == 2 { return dispose() }
    let mine = bench.sources.enumerated().filter { isFor(member, source: $0.offset) }
    let sources = member == 0 ? mine : mine.reversed()
    for step in 0..<4 {
      // The values are 1 or 2, which stand for the sources of these numbers.
      for (_, source) in sources { send(.value(1 + step % 2), to: source) }
      pause(step)
    }
    // In one round of eight nothing ends by itself.
    if index / 4 % 8 == 1 { return }
    for (number, source) in sources {
      let fails = index / 16 % 3 == number % 3 && !row.traits.contains(.mustNotFail)
      send(fails ? .error : .completed, to: source)
    }
  }

  private func isFor(_ member: Int, source: Int) -> Bool { habit != .owns || source % 2 == member }

  private func send(_ event: Script.Event, to source: BenchSource) {
    if habit == .locks, index.isMultiple(of: 8) {
      lock.withLock { source.send(event) }
    } else {
      source.send(event)
    }
  }

  private func dispose() {
    let end = Int(UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 20) % 24
    for step in 0..<end {
      clock.advance(by: .milliseconds(700))
      pause(step)
    }
    // In one round of four the sources end it.
    if index / 4 % 4 == 3 { return }
    _ = ender.end()
    log.silence()
  }

  private func pause(_ step: Int) {
    for _ in 0..<(index &* 7 &+ step &* 13) % 32 { SpinWait.pause() }
  }

  /// - Returns: what is wrong when all threads are done.
  func finish() -> [String] {
    var problems: [String] = []
    if let (bench, output) = stage.withLock({ exchange(&$0, with: nil) }) {
      ender.endAnyway()
      settle()
      if !row.traits.contains(.outlivesSubscribers), bench.sources.contains(where: \.hasSubscribers) {
        problems.append("a source is still subscribed to after the end")
      }
      for source in bench.sources { source.finish() }
      bench.disposeKept()
      settle()
      withExtendedLifetime(output) {}
    }
    settle()
    if values.count > 0 { problems.append("\(values.count) values stay in memory") }
    if lives.count > 0 { problems.append("\(lives.count) closures or subscribers stay in memory") }
    return problems + log.problems
  }

  private func settle() {
    clock.advance(by: .seconds(1000))
    quick?.settle()
    if row.traits.contains(.runsOnMain) { settleMain() }
  }
}
