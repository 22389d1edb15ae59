import SignalTracing
import TraceFormat

/// A connection with two ends: a value that is sent to one comes out of the other.
///
///     leading  ── next ──▶  following
///     leading  ◀── next ──  following
///
/// The leading end is for the object that holds the value, the following end for a view of the value. A new
/// subscriber of the following end first gets the value that was sent last to the leading one. When one of
/// them ends, both end, also for later subscribers. As `RACChannel`.
public final class Channel<Value: Sendable>: Sendable {
  /// The end for the object that holds the value.
  public let leading: ChannelTerminal<Value>
  /// The end for a view of the value.
  public let following: ChannelTerminal<Value>

  /// A channel through which nothing was sent yet. As `RACChannel -init`.
  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    let site = CallSite("Channel", file, line, [.source, .hot])
    let toFollowing = ReplaySubject<Value>(site, capacity: 1)
    let toLeading = ReplaySubject<Value>(site, capacity: 0)
    leading = ChannelTerminal(site, receiving: toLeading, sending: toFollowing)
    following = ChannelTerminal(site, receiving: toFollowing, sending: toLeading)
  }
}

/// One end of a channel: a signal of the values that are sent to the other end. It is sent to by hand.
public final class ChannelTerminal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  private let received: Subject<Value>
  private let sent: Subject<Value>

  fileprivate init(_ site: CallSite, receiving received: Subject<Value>, sending sent: Subject<Value>) {
    self.received = received
    self.sent = sent
    super.init(site) { [rows = received.rows] _, gate in rows.add(gate) }
  }

  /// Sends a value to the other end. Any thread.
  public func next(_ value: Value) { sent.next(value) }

  /// Fails both ends. A trace tells the line of the call.
  public func error(_ error: any Error, file: StaticString = #fileID, line: UInt32 = #line) {
    sent.error(error, file: file, line: line)
    received.error(error, file: file, line: line)
  }

  /// Completes both ends. A trace tells the line of the call.
  public func completed(file: StaticString = #fileID, line: UInt32 = #line) {
    sent.completed(file: file, line: line)
    received.completed(file: file, line: line)
  }

  /// The same, for where a function of one parameter is asked for.
  @_disfavoredOverload
  public func error(_ error: any Error) {
    sent.rows.end(.failed(error))
    received.rows.end(.failed(error))
  }

  /// The same, for where a function without parameters is asked for.
  @_disfavoredOverload
  public func completed() {
    sent.rows.end(.completed)
    received.rows.end(.completed)
  }
}
