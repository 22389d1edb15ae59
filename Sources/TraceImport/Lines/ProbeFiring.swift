import TraceFormat

/// One firing of a probe as a kernel tracer saw it.
struct ProbeFiring: Hashable {
  /// Nanoseconds of the tracer's clock.
  var time: UInt64
  /// Nil where the tracer does not tell.
  var process: UInt32?
  /// As the kernel numbers threads.
  var kernelThread: UInt32
  /// As the program numbers its threads; nil where the event does not tell.
  var thread: ThreadID?
  var event: TraceEvent

  /// The name of an operator or a file that the tracer could not read.
  static let unknownText = "?"
  /// In `role`, beside the traits: the runtime says them, also where there are none.
  private static let saysTraits: UInt64 = 1 << 62

  /// Nil if the arguments cannot be those of such a probe.
  ///
  /// - Parameters:
  ///   - numbers: the probe's numbers, in their order.
  ///   - texts: its texts by name; those that could not be read are missing.
  init?(
    _ kind: ProbeSignature.Kind, numbers: [UInt64], texts: [String: String], time: UInt64, process: UInt32?,
    kernelThread: UInt32
  ) {
    guard let event = Self.event(kind, numbers, texts) else { return nil }
    self.event = event
    self.time = time
    self.process = process
    self.kernelThread = kernelThread
    thread = Self.thread(kind, numbers)
  }

  private static func thread(_ kind: ProbeSignature.Kind, _ numbers: [UInt64]) -> ThreadID? {
    switch kind {
    case .next, .nextValue, .error, .completed, .disposed: EventID(numbers[1])?.thread
    case .mark: EventID(numbers[0])?.thread
    case .overlap: ThreadID(rawValue: UInt32(truncatingIfNeeded: numbers[1]))
    default: nil
    }
  }

  private static func event(
    _ kind: ProbeSignature.Kind, _ numbers: [UInt64], _ texts: [String: String]
  ) -> TraceEvent? {
    switch kind {
    case .connected:
      return .connected(connection: numbers[0], source: SubscriptionID(numbers[1]), subscribers: numbers[2])
    case .disconnected:
      return .disconnected(
        connection: numbers[0], source: SubscriptionID(numbers[1]), subscribers: numbers[2])
    case .mark: return EventID(numbers[0]).map { .mark($0, text: texts["text"] ?? unknownText) }
    case .added, .removed, .ownerDisposed: return owners(kind, numbers)
    case .scheduled, .began, .ended, .cancelled: return work(kind, numbers, texts["name"] ?? unknownText)
    default: return SubscriptionID(numbers[0]).flatMap { signal(kind, $0, numbers, texts) }
    }
  }

  private static func signal(
    _ kind: ProbeSignature.Kind, _ id: SubscriptionID, _ numbers: [UInt64], _ texts: [String: String]
  ) -> TraceEvent? {
    switch kind {
    case .subscribed:
      guard let line = UInt32(exactly: numbers[3]) else { return nil }
      let role = Role(rawValue: UInt32(truncatingIfNeeded: numbers[2]))
      let name = known(texts["operator_name"])
      // Traits lie above the role. An early version's probe has none there, and its operators are known by
      // their names.
      let traits = SiteTraits(rawValue: UInt32(truncatingIfNeeded: (numbers[2] & ~saysTraits) >> 32))
      let isSaid = numbers[2] & saysTraits != 0 || !traits.isEmpty
      let site = Site(
        operatorName: name, file: known(texts["file"]), line: line,
        traits: isSaid ? traits : SiteTraits(operatorName: name))
      return .subscribed(id, downstream: SubscriptionID(numbers[1]), role: role, site: site)
    case .named:
      let label = texts["label"].flatMap { $0.isEmpty ? nil : $0 }
      return .named(id, owner: OwnerID(numbers[1]), label: label)
    case .counted: return .counted(id, values: numbers[1])
    case .joined: return .joined(id, connection: numbers[1])
    case .released: return .released(id)
    case .handleReleased: return .handleReleased(id)
    case .dropped: return UInt8(exactly: numbers[1]).flatMap(EventKind.init).map { .dropped(id, $0) }
    case .overlap: return UInt32(exactly: numbers[2]).map { .overlap(id, other: ThreadID(rawValue: $0)) }
    default:
      guard let event = EventID(numbers[1]) else { return nil }
      let cause = EventID(numbers[2])
      switch kind {
      case .next: return .next(id, event: event, cause: cause, value: nil)
      case .nextValue: return .next(id, event: event, cause: cause, value: texts["value"] ?? unknownText)
      case .error: return .error(id, event: event, cause: cause, description: texts["description"])
      case .completed: return .completed(id, event: event, cause: cause)
      case .disposed:
        let reason = UInt8(exactly: numbers[3]).flatMap(DisposalReason.init) ?? .unknown
        return .disposed(id, event: event, cause: cause, reason: reason)
      default: return nil
      }
    }
  }

  private static func owners(_ kind: ProbeSignature.Kind, _ numbers: [UInt64]) -> TraceEvent? {
    guard let owner = OwnerID(numbers[0]) else { return nil }
    switch kind {
    case .added: return .childAdded(owner, child: numbers[1], total: numbers[2])
    case .removed: return .childRemoved(owner, child: numbers[1], total: numbers[2])
    default: return .ownerDisposed(owner, children: numbers[1])
    }
  }

  private static func work(_ kind: ProbeSignature.Kind, _ numbers: [UInt64], _ name: String) -> TraceEvent? {
    let (work, scheduler) = (numbers[0], numbers[1])
    switch kind {
    case .scheduled:
      return .scheduled(
        work: work, scheduler: scheduler, cause: EventID(numbers[2]), delay: numbers[3], name: name)
    case .began: return .workBegan(work: work, scheduler: scheduler, name: name)
    case .ended: return .workEnded(work: work, scheduler: scheduler, name: name)
    default: return .workCancelled(work: work, scheduler: scheduler, name: name)
    }
  }

  /// A name that is empty is one whose page was not in memory when the tracer looked.
  private static func known(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return unknownText }
    return text
  }
}
