import Signals
import Synchronization

/// How a source sends.
enum SourceKind: CaseIterable, Sendable {
  /// Everything while it is being subscribed to.
  case cold
  /// The same, with the end twice, and values after it, and without asking whether anybody listens.
  case coldRude
  /// Step by step, by way of a subject.
  case subject
  /// Step by step, to every subscriber that it ever had, and after the end as well.
  case hotRude
  /// Step by step, each from within the delivery of the one before.
  case reentrant
  /// At virtual times.
  case scheduled
  /// On a queue of its own.
  case queue
  /// Never, and without a reference to its subscriber.
  case forgetful
}

extension SourceKind: CustomStringConvertible {
  var description: String {
    switch self {
    case .cold: "cold sources"
    case .coldRude: "cold sources without manners"
    case .subject: "subjects"
    case .hotRude: "hot sources without manners"
    case .reentrant: "re-entrant subjects"
    case .scheduled: "scheduled sources"
    case .queue: "sources on a queue"
    case .forgetful: "sources that forget their subscriber"
    }
  }

  var isStepwise: Bool { self == .subject || self == .hotRude || self == .reentrant }
  /// Sends what is not to be sent.
  var isRude: Bool { self == .coldRude || self == .hotRude }
}

/// One source of an operator that is tried out.
final class BenchSource: Sendable {
  let kind: SourceKind
  private let events: [(number: Int, event: Script.Event)]
  private let values: Lives
  private let scheduler: VirtualTimeScheduler
  private let queue: BenchQueue?
  private let resubscribes: Bool
  private let subject = PublishSubject<LivingValue>()

  private struct State {
    var living: [Subscriber<LivingValue>] = []
    var everybody: [Subscriber<LivingValue>] = []
    var subscriptions = 0
    var disposals = 0
    var late = 0
  }
  private let state = Mutex(State())

  /// - Parameter resubscribes: the operator subscribes again and again: only the first time does anything come.
  init(
    _ number: Int, of script: Script, _ kind: SourceKind, values: Lives, scheduler: VirtualTimeScheduler,
    queue: BenchQueue?, resubscribes: Bool
  ) {
    self.kind = kind
    self.values = values
    self.scheduler = scheduler
    self.queue = queue
    self.resubscribes = resubscribes
    events = script.events(of: number)
  }

  /// Events that were sent to subscribers who had ended.
  var late: Int { state.withLock { $0.late } }
  var hasSubscribers: Bool {
    subject.hasSubscribers
      || state.withLock { !$0.living.isEmpty || kind == .forgetful && $0.subscriptions > $0.disposals }
  }
  var subscriptions: Int { state.withLock { $0.subscriptions } }
  /// How often what the source returned to its subscribers was disposed.
  var disposals: Int { state.withLock { $0.disposals } }

  var signal: Signal<LivingValue> {
    guard kind == .subject || kind == .reentrant else { return .create { self.start($0) } }
    guard resubscribes else { return subject }
    let attempts = Atomic<Int>(0)
    return .deferred { [subject] in
      attempts.add(1, ordering: .relaxed).oldValue == 0 ? subject : Signal<LivingValue>.never()
    }
  }

  private func start(_ subscriber: Subscriber<LivingValue>) -> Disposable {
    if kind == .forgetful {
      state.withLock { $0.subscriptions += 1 }
      return Disposable { self.state.withLock { $0.disposals += 1 } }
    }
    let isFirst = state.withLock { state in
      state.living.append(subscriber)
      if kind.isRude { state.everybody.append(subscriber) }
      state.subscriptions += 1
      return state.subscriptions == 1
    }
    let work = isFirst || !resubscribes ? begin(subscriber) : []
    return Disposable {
      for work in work { work.dispose() }
      // What goes out of memory does not under the lock.
      _ = self.state.withLock { state in
        state.disposals += 1
        let gone = state.living.filter { $0 === subscriber }
        state.living.removeAll { $0 === subscriber }
        return gone
      }
    }
  }

  /// Sends, or sees to it that it is sent, what this source sends to each subscriber by itself.
  private func begin(_ subscriber: Subscriber<LivingValue>) -> [Disposable] {
    switch kind {
    case .cold:
      for (_, event) in events where subscriber.isOpen { deliver(event, to: subscriber) }
      return []
    case .coldRude:
      for (_, event) in events {
        deliver(event, to: subscriber)
        if event.isEnd { goOn(after: subscriber) }
      }
      return []
    case .scheduled:
      return events.map { number, event in
        scheduler.schedule(after: .seconds(number + 1)) { self.deliver(event, to: subscriber) }
      }
    case .queue:
      return events.compactMap { _, event in
        queue?.schedule { if subscriber.isOpen { self.deliver(event, to: subscriber) } }
      }
    case .subject, .reentrant, .hotRude, .forgetful: return []
    }
  }

  /// The next step of a source that sends step by step.
  func send(_ event: Script.Event) {
    if kind == .hotRude {
      for subscriber in state.withLock({ $0.everybody }) {
        deliver(event, to: subscriber)
        if event.isEnd { goOn(after: subscriber) }
      }
      return
    }
    switch event {
    case .value(let number): subject.next(LivingValue(number, values))
    case .completed: subject.completed()
    case .error: subject.error(Broken())
    }
  }

  /// What has no business to be sent any more.
  func sendLate() {
    switch kind {
    case .hotRude: for subscriber in state.withLock({ $0.everybody }) { goOn(after: subscriber) }
    case .subject, .reentrant:
      guard events.contains(where: \.event.isEnd) else { return }
      for event in Self.afterTheEnd { send(event) }
    default: break
    }
  }

  /// Ends those who are still subscribed, so that nothing is left.
  func finish() {
    for subscriber in state.withLock({ $0.living }) { subscriber.completed() }
    subject.completed()
    _ = state.withLock { exchange(&$0.everybody, with: []) }
  }

  private static let afterTheEnd: [Script.Event] = [.value(3), .completed, .error, .value(4)]

  private func goOn(after subscriber: Subscriber<LivingValue>) {
    for event in Self.afterTheEnd where !subscriber.isOpen { deliver(event, to: subscriber) }
  }

  private func deliver(_ event: Script.Event, to subscriber: Subscriber<LivingValue>) {
    if !subscriber.isOpen { state.withLock { $0.late += 1 } }
    switch event {
    case .value(let number): subscriber.next(LivingValue(number, values))
    case .completed: subscriber.completed()
    case .error: subscriber.error(Broken())
    }
  }
}

/// A queue that knows when nothing is left to do on it.
final class BenchQueue: Sendable {
  let scheduler = QueueScheduler("bench")
  private let waiting = Atomic<Int>(0)

  func schedule(_ body: @escaping @Sendable () -> Void) -> Disposable {
    waiting.add(1, ordering: .relaxed)
    let pending = Disposable { self.waiting.subtract(1, ordering: .relaxed) }
    let work = scheduler.schedule {
      body()
      pending.dispose()
    }
    return Disposable {
      work.dispose()
      pending.dispose()
    }
  }

  /// Returns when nothing is left.
  func settle() {
    repeat {
      let fence = Fence()
      scheduler.schedule { fence.open() }
      fence.wait()
    } while waiting.load(ordering: .relaxed) > 0
  }
}
