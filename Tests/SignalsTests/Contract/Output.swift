import Signals
import Synchronization

/// The signal under trial, without the type of its values.
struct Output: Sendable {
  /// Subscribes to it in the presence of whoever is to end the subscription.
  let subscribe: @Sendable (any Listener, Ender) -> Void

  init<Value: Sendable>(_ signal: Signal<Value>) {
    let named = signal.named("output")
    subscribe = { listener, ender in
      ender.attach(
        ender.standingBefore(named).subscribe(
          next: { _ in listener.hear(.value) }, error: { listener.hear(.error(isThrown: $0 is Thrown)) },
          completed: { listener.hear(.completed) }, disposed: { listener.hear(.disposed) }))
    }
  }
}

/// What a subscriber heard.
enum Reception: Equatable {
  case value
  case error(isThrown: Bool)
  case completed
  case disposed

  var isEnd: Bool { self == .completed || self == .error(isThrown: false) || self == .error(isThrown: true) }
}

/// Who hears what an operator sends.
protocol Listener: Sendable {
  func hear(_ event: Reception)
}

/// The subscriber at the end of an operator. Its life is noticed if it stays in memory.
final class Receiver: Listener {
  let log: ReceiverLog
  private let life: Lives.Life
  private let whenHearing: @Sendable (Int) -> Void

  /// - Parameter whenHearing: runs within each value or terminal event, with its number from 1.
  init(_ log: ReceiverLog, _ life: Lives.Life, whenHearing: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.log = log
    self.life = life
    self.whenHearing = whenHearing
  }

  func hear(_ event: Reception) {
    let number = log.begin(event)
    if event != .disposed { whenHearing(number) }
    log.leave()
  }
}

/// What came to a subscriber, and what should not have come as it did.
final class ReceiverLog: Sendable {
  private struct State {
    var events: [Reception] = []
    var inside = 0
    var isSealed = false
    var problems: [String] = []
  }
  private let state = Mutex(State())
  /// Another thread than the one that disposes may be about to deliver.
  private let isDeliveredElsewhere: Bool

  init(isDeliveredElsewhere: Bool = false) { self.isDeliveredElsewhere = isDeliveredElsewhere }

  var events: [Reception] { state.withLock { $0.events } }
  var end: Reception? { events.first { $0.isEnd } }
  var hasValues: Bool { events.contains(.value) }

  /// From now on nothing may come but `disposed`.
  func seal() { state.withLock { $0.isSealed = true } }

  fileprivate func begin(_ event: Reception) -> Int {
    state.withLock { state in
      if state.inside > 0, event != .disposed { state.problems.append("\(event) came within another event") }
      if state.events.contains(where: \.isEnd), event != .disposed {
        state.problems.append("\(event) came after the end")
      }
      if state.events.contains(.disposed), !isDeliveredElsewhere || state.isSealed {
        state.problems.append("\(event) came after `disposed`")
      }
      if state.isSealed, event != .disposed {
        state.problems.append("\(event) came after `dispose()` had returned")
      }
      state.inside += 1
      state.events.append(event)
      return state.events.count
    }
  }

  fileprivate func leave() { state.withLock { $0.inside -= 1 } }

  /// What is wrong when everything is over.
  var problems: [String] {
    state.withLock { state in
      state.events.contains(.disposed) ? state.problems : state.problems + ["`disposed` never came"]
    }
  }
}
