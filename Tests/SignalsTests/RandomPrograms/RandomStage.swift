import Signals
import Synchronization

/// Where a random program is built and runs: its clock, its dice, and its sources.
///
/// The program's closures hold the stage, so it is noticed when one of them stays in memory.
final class RandomStage: Sendable {
  typealias Stream = Signal<LivingValue>

  let scheduler: VirtualTimeScheduler
  private let values: Lives
  private let life: Lives.Life
  private let sources: SourceBook

  private struct State {
    var dice: Dice
    /// How often a value may still become a signal: programs stay small.
    var flattenings = 2
    var number = 0
  }
  private let state: Mutex<State>

  init(_ dice: Dice, on scheduler: VirtualTimeScheduler, values: Lives, life: Lives.Life, book: SourceBook) {
    self.scheduler = scheduler
    self.values = values
    self.life = life
    sources = book
    state = Mutex(State(dice: dice))
  }

  func roll(_ range: ClosedRange<Int>) -> Int { state.withLock { $0.dice.roll(range) } }
  func onceIn(_ times: Int) -> Bool { state.withLock { $0.dice.onceIn(times) } }

  /// Whether one more operator may subscribe to something for each value.
  func mayFlatten() -> Bool {
    state.withLock { state in
      state.flattenings -= 1
      return state.flattenings >= 0
    }
  }

  /// A value with a small number.
  func value() -> LivingValue { value(roll(0...4)) }
  func value(_ number: Int) -> LivingValue { LivingValue(number, values) }
  /// A short time.
  func time() -> Duration { .milliseconds(500 * roll(1...8)) }

  // MARK: Sources

  private enum Step {
    case value(Int)
    case completed
    case error
  }

  /// What a source sends, and how long after what came before.
  private func script() -> [(pause: Duration, step: Step)] {
    var script: [(Duration, Step)] = (0..<roll(0...4)).map { _ in
      (.milliseconds(500 * roll(0...4)), .value(roll(0...4)))
    }
    switch roll(0...5) {
    case 0: script.append((time(), .error))
    case 1: break
    default: script.append((time(), .completed))
    }
    return script
  }

  /// A source of any kind, and its name.
  func source() -> (name: String, signal: Stream) {
    let (name, signal) = anySource()
    return (name, signal.named("source"))
  }

  private func anySource() -> (String, Stream) {
    switch roll(0...12) {
    case 0: ("just", .just(value()))
    case 1: ("empty", .empty())
    case 2: ("never", .never())
    case 3: ("fail", .fail(Broken()))
    case 4: ("from", .from((0..<roll(1...4)).map { _ in value() }))
    case 5:
      ("interval", Signal.interval(time(), on: scheduler).take(roll(1...4)).map { self.value($0) })
    case 6: ("timer", Signal.timer(after: time(), on: scheduler).map { self.value($0) })
    case 7: ("forgetful", .create { _ in self.sources.begin() })
    case 8: ("hot", hot(PublishSubject()))
    case 9: ("behavior", hot(BehaviorSubject(value())))
    case 10: ("replay", hot(ReplaySubject(capacity: roll(0...2))))
    default: ("cold", cold())
    }
  }

  private func cold() -> Stream {
    let script = script()
    return .create { subscriber in
      let end = CompositeDisposable([self.sources.begin()])
      var time = Duration.zero
      for (pause, step) in script {
        time += pause
        end.add(
          self.scheduler.schedule(after: time) {
            switch step {
            case .value(let number): subscriber.next(self.value(number))
            case .completed: subscriber.completed()
            case .error: subscriber.error(Broken())
            }
          })
      }
      return end
    }
  }

  private func hot(_ subject: Subject<LivingValue>) -> Stream {
    var time = Duration.zero
    for (pause, step) in script() {
      time += pause
      scheduler.schedule(after: time) {
        switch step {
        case .value(let number): subject.next(self.value(number))
        case .completed: subject.completed()
        case .error: subject.error(Broken())
        }
      }
    }
    return subject
  }
}

/// How often sources were subscribed to, and let go.
final class SourceBook: Sendable {
  private let living = Mutex(0)

  /// Subscriptions that were not disposed.
  var count: Int { living.withLock { $0 } }

  func begin() -> Disposable {
    living.withLock { $0 += 1 }
    return Disposable { self.living.withLock { $0 -= 1 } }
  }
}
