import Glibc
import SignalTracing
import Synchronization
import Testing
import TraceFormat

/// What a trace says about code of a test, in short lines.
struct Traced {
  /// Of the thread that ran the code, in order.
  let events: [TraceEvent]

  /// Runs `body` on a thread of its own while the process records.
  init(_ body: @escaping @Sendable () -> Void) throws {
    let (records, thread) = try Self.recording(body)
    events = records.filter { $0.thread == thread }.map(\.event)
  }

  /// Runs `body` on a thread of its own while the process records.
  ///
  /// - Returns: what was recorded of all threads, and which of them is that one.
  static func recording(
    _ body: @escaping @Sendable () -> Void
  ) throws -> (records: [TraceRecord], thread: ThreadID) {
    try onlyOne.withLock { _ in
      var template = Array("/tmp/rxtrace-signals-XXXXXX".utf8CString)
      let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
      let file = folder + "/trace"
      defer {
        unlink(file)
        rmdir(folder)
      }
      let number = Mutex<UInt32>(0)
      try TraceRecording.start(to: file)
      onStack(of: 8 << 20) {
        body()
        number.withLock { $0 = ThreadState.number }
      }
      #expect(TraceRecording.stop())
      let thread = ThreadID(rawValue: number.withLock { $0 })
      return (Array(try Recording.open(file).records), thread)
    }
  }

  // Recording is the whole process's.
  private static let onlyOne = Mutex(())

  /// The operators of the subscriptions, by number.
  private var names: [SubscriptionID: String] {
    var names: [SubscriptionID: String] = [:]
    for case .subscribed(let id, _, _, let site) in events { names[id] = site.operatorName }
    return names
  }

  private func name(_ id: SubscriptionID?) -> String { id.flatMap { names[$0] } ?? "-" }

  /// `operator role < downstream` for each subscription.
  var subscriptions: [String] {
    events.compactMap { event in
      guard case .subscribed(_, let downstream, let role, let site) = event else { return nil }
      let number = role.number > 0 ? " \(role.number)" : ""
      return "\(site.operatorName) \(role.kind.map { "\($0)" } ?? "?")\(number) < \(name(downstream))"
    }
  }

  /// `operator reason` for each disposal.
  var disposals: [String] {
    events.compactMap { event in
      guard case .disposed(let id, _, _, let reason) = event else { return nil }
      return "\(name(id)) \(reason)"
    }
  }

  /// How many subscriptions were made, disposed and released.
  var balance: [Int] {
    [
      events.count { if case .subscribed = $0 { true } else { false } },
      events.count { if case .disposed = $0 { true } else { false } },
      events.count { if case .released = $0 { true } else { false } },
    ]
  }

  /// `operator` for each event that came too late.
  var dropped: [String] {
    events.compactMap { event in
      guard case .dropped(let id, let kind) = event else { return nil }
      return "\(name(id)) \(kind)"
    }
  }
}
