public import CSignalProbes
public import TraceFormat

/// One subscription for tracers: its record in the live table, and the events that it reports.
///
/// A reactive library makes one for each of its subscriptions. It calls a reporting method only after the
/// cheap check (`livesAreWatched` and its like) has returned true. Every method may be called on any thread;
/// call `end()` once, as the last method.
@frozen
public struct TracedSubscription: @unchecked Sendable {
  // The slot belongs to this subscription from `init` to `end()`.
  @usableFromInline let slot: UnsafeMutablePointer<rx_subscription>

  init(slot: UnsafeMutablePointer<rx_subscription>) { self.slot = slot }

  /// Enters the subscription into the live table and reports `subscribed`.
  ///
  /// Without a `downstream` it is nested in the subscription on whose behalf this thread runs user code. If
  /// there is none, it is a root.
  @inlinable
  public init(site: CallSite, downstream: TracedSubscription?, role: Role) {
    self.init(
      site.operatorName, site.file, site.lineWord, site.traitsWord, downstream?.slot, role.rawValue)
  }

  @usableFromInline
  init(
    _ name: UnsafePointer<UInt8>, _ file: UnsafePointer<UInt8>, _ lineWord: UInt32, _ traitsWord: UInt32,
    _ downstream: UnsafeMutablePointer<rx_subscription>?, _ role: UInt32
  ) {
    let thread = rx_thread_current()
    if thread.slots.pointee.next_identifier == 0 { Self.firstUse(thread) }
    if rx_stack_is_deep(thread), rx_stack_is_short(thread) { Self.stackIsShort(name, file, lineWord) }
    slot = LiveTable.take(thread)
    let (started, sake, kind): (UInt64, UInt64, UInt32)
    if let downstream {
      // The links of one chain are made one after the other, at one time.
      let isNextLink = downstream.pointee.identifier &+ 1 == thread.slots.pointee.next_identifier
      started = isNextLink ? downstream.pointee.started : rx_clock_ticks()
      (sake, kind) = (downstream.pointee.identifier, role)
    } else {
      started = rx_clock_ticks()
      // A shared subscription is never nested.
      let isNested = thread.pointee.on_behalf_of != 0 && role != Role(.shared).rawValue
      (sake, kind) = isNested ? (thread.pointee.on_behalf_of, Role(.nested).rawValue) : (0, role)
    }
    rx_subscription_begun(
      slot, LiveTable.identifier(thread), sake, started,
      UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(file).assumingMemoryBound(to: CChar.self), lineWord, kind,
      thread.pointee.number | traitsWord)
    if rx_watched_lifecycle() { reportSubscribed(thread) }
  }

  /// Stops the program with a message, before the stack overflows without one.
  @inline(never)
  private static func stackIsShort(
    _ name: UnsafePointer<UInt8>, _ file: UnsafePointer<UInt8>, _ lineWord: UInt32
  ) -> Never {
    fatalError(
      """
      too many operators in one chain for the stack of this thread, which is used up at \(String(cString: name)), \
      \(String(cString: file)):\(lineWord & 0xff_ffff). 10,000 operators need 4 MiB in a release build
      """)
  }

  /// Called at the first use on a thread, and in a forked child.
  @inline(never)
  static func firstUse(_ thread: UnsafeMutablePointer<rx_thread>) {
    ThreadState.setEndHandler()
    rx_live_own()
    RecorderRegistry.startFromEnvironmentOnce(thread)
  }

  /// Process-unique, never reused.
  @inlinable public var identifier: UInt64 { slot.pointee.identifier }
  @inlinable public var id: SubscriptionID { SubscriptionID(identifier).unsafelyUnwrapped }

  /// Notes in the live table that the subscription has ended. Reports no event.
  @inlinable @inline(__always)
  package func noteEnd() { rx_subscription_ended(slot) }

  /// Reports `released` and gives the record back. The value must not be used afterwards.
  public func end() { end(rx_thread_current()) }

  func end(_ thread: UnsafeMutablePointer<rx_thread>) {
    if rx_watched_lifecycle() { reportReleased(thread) }
    LiveTable.give(slot, thread)
  }
}

// MARK: - The questions, a few instructions each

extension TracedSubscription {
  /// Not zero while values are watched.
  @inlinable @inline(__always) public static var watchOnValues: UInt64 {
    // The words themselves: a C function would be called, not inlined, in specialized closures (Swift 6.3.1).
    rx_control.next | rx_semaphores_next
  }
  /// True while `error`, `completed`, `dropped` or `overlap` is watched.
  @inlinable @inline(__always) public static var terminalEventsAreWatched: Bool { rx_watched_terminal() }
  /// True while the beginnings or the ends of lives are watched.
  @inlinable @inline(__always) public static var livesAreWatched: Bool { rx_watched_lifecycle() }
}

extension TracedSubscription {
  /// The call that built the operator, or that subscribed the root.
  public var site: Site {
    Site(
      operatorName: String(cString: slot.pointee.operator_name), file: String(cString: slot.pointee.file),
      line: rx_subscription_line(slot), traits: traits)
  }

  /// The traits of the call site.
  package var traits: SiteTraits { SiteTraits(rawValue: rx_subscription_traits(slot)) }
}
