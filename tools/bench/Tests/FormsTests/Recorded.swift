import Glibc
import SignalTracing
import Synchronization
import Testing

/// What a thread reported while it ran something, in words that do not depend on how many ran before it: subscriptions
/// and events have numbers of their own, in the order in which they came.
struct Recorded {
  private(set) var lines: [String] = []
  private(set) var balance = (subscribed: 0, disposed: 0, released: 0)
  /// How often a value passed a gate.
  private(set) var values = 0

  private var subscriptions: [UInt64: Int] = [:]
  private var operators: [UInt64: String] = [:]
  private var events: [UInt64: Int] = [:]

  /// Runs `body` on a thread of its own while the process records.
  init(_ body: @escaping @Sendable () -> Void) throws {
    let (records, thread) = try onlyOne.withLock { _ in
      var template = Array("/tmp/bench-forms-XXXXXX".utf8CString)
      let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
      let file = folder + "/trace"
      defer {
        unlink(file)
        rmdir(folder)
      }
      let number = Mutex<UInt32>(0)
      try TraceRecording.start(to: file)
      onThread {
        body()
        number.withLock { $0 = ThreadState.number }
      }
      #expect(TraceRecording.stop())
      let recording = try Recording.open(file)
      #expect(recording.lostCount == 0)
      return (Array(recording.records), ThreadID(rawValue: number.withLock { $0 }))
    }
    for record in records where record.thread == thread { add(record.event) }
  }

  private mutating func add(_ event: TraceEvent) {
    switch event {
    case .subscribed(let id, let downstream, let role, let site):
      balance.subscribed += 1
      operators[id.rawValue] = site.operatorName
      line("subscribed", id, "\(role.rawValue) below \(downstream.map { name($0) } ?? "nothing")")
    case .next(let id, let event, let cause, _):
      // The root's gate reports for its `subscribe` call as well.
      if operators[id.rawValue] != "subscribe" { values += 1 }
      line("next", id, number(event, cause))
    case .error(let id, let event, let cause, let description):
      line("error", id, number(event, cause) + " \(description ?? "-")")
    case .completed(let id, let event, let cause): line("completed", id, number(event, cause))
    case .disposed(let id, let event, let cause, let reason):
      balance.disposed += 1
      line("disposed", id, number(event, cause) + " \(reason)")
    case .released(let id):
      balance.released += 1
      line("released", id)
    case .handleReleased(let id): line("handle released", id)
    case .dropped(let id, let kind): line("dropped", id, "\(kind)")
    case .overlap(let id, _): line("overlap", id)
    case .connected(_, let source, let count), .disconnected(_, let source, let count):
      lines.append("connection of \(source.map { name($0) } ?? "-"), \(count) subscribers")
    default: lines.append("something else")
    }
  }

  private mutating func line(_ word: String, _ id: SubscriptionID, _ rest: String = "") {
    lines.append("\(word) \(name(id)) \(rest)")
  }

  private mutating func name(_ id: SubscriptionID) -> String {
    let number = subscriptions[id.rawValue, default: subscriptions.count + 1]
    subscriptions[id.rawValue] = number
    return "\(operators[id.rawValue] ?? "?") \(number)"
  }

  private mutating func number(_ event: EventID, _ cause: EventID?) -> String {
    events[event.rawValue] = events.count + 1
    return "#\(events.count) because of #\(cause.flatMap { events[$0.rawValue] } ?? 0)"
  }
}

// Recording is the whole process's.
private let onlyOne = Mutex(())

private func onThread(_ body: @escaping @Sendable () -> Void) {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, nil,
    { body in
      Unmanaged<Body>.fromOpaque(body.unsafelyUnwrapped).takeRetainedValue().run()
      return nil
    }, Unmanaged.passRetained(Body(body)).toOpaque())
  precondition(failure == 0, "no thread")
  pthread_join(thread, nil)
}
