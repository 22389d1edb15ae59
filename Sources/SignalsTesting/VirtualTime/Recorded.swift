public import Signals

/// An event, and the virtual time at which it arrived or will be sent.
///
///     [.next("a", at: .ticks(2)), .completed(at: .ticks(7))]
public struct Recorded<Value: Sendable>: Sendable {
  public let time: Duration
  public let event: Event<Value>

  public init(time: Duration, event: Event<Value>) {
    self.time = time
    self.event = event
  }

  public static func next(_ value: Value, at time: Duration) -> Self { Self(time: time, event: .next(value)) }
  public static func completed(at time: Duration) -> Self { Self(time: time, event: .completed) }
  public static func error(_ error: any Error = TestError(), at time: Duration) -> Self {
    Self(time: time, event: .error(error))
  }
}

extension Recorded: Equatable where Value: Equatable {
  /// Two errors are equal if their descriptions are.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.time == right.time else { return false }
    return switch (left.event, right.event) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): String(describing: left) == String(describing: right)
    case (.completed, .completed): true
    default: false
    }
  }
}

extension Recorded: CustomStringConvertible {
  public var description: String {
    switch event {
    case .next(let value): "\(value) at \(time.inMilliseconds)"
    case .error(let error): "error \(error) at \(time.inMilliseconds)"
    case .completed: "completed at \(time.inMilliseconds)"
    }
  }
}
