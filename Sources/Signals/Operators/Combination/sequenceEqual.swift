import DequeModule
import SignalTracing
import TraceFormat

extension Signal {
  /// Sends whether this signal and another one send the same values in the same order, and completes.
  ///
  ///     source         1-2---3-|
  ///     other          --1-2---3-|
  ///     sequenceEqual  ----------(t|)
  ///
  /// Compares the first value of each signal, then the second values, and so on. Sends false as soon as two
  /// values differ, or one signal has completed with fewer values than the other has sent. Sends true when
  /// both have completed with the same values. Values wait without a bound until the other signal's value
  /// arrives. An error of either is an error at once, and so is a throw of `areEqual`. As RxJS 7
  /// `sequenceEqual`. RxJS sends true even if values are left over, provided that they arrived before the
  /// shorter signal completed.
  public func sequenceEqual(
    _ other: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line,
    by areEqual: @escaping @Sendable (Value, Value) throws -> Bool
  ) -> Signal<Bool> {
    let site = CallSite("sequenceEqual", file, line, [.gathers, .buffers, .stops])
    return derived(at: site) { source, downstream in
      let comparison = SequenceEqual<Value>(below: downstream, areEqual)
      for (number, signal) in [source, other].enumerated() where downstream.isOpen {
        signal.connectSerially(into: comparison, role: Role(.source), number: UInt32(number)) {
          comparison, sides, value in
          try comparison.take(value, from: number, &sides)
        }
      }
    }
  }
}

extension Signal where Value: Equatable {
  /// Sends whether this signal and another one send equal values in the same order, and completes.
  ///
  ///     source         1-2---3-|
  ///     other          --1-3-----|
  ///     sequenceEqual  ----(f|)
  ///
  /// As `sequenceEqual(_:by:)`, by `==`.
  public func sequenceEqual(
    _ other: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    sequenceEqual(other, file: file, line: line, by: { $0 == $1 })
  }
}

/// The values of one compared signal that wait for a value of the other.
private struct SequenceSide<Value: Sendable> {
  var waiting: Deque<Value> = []
  var backlog = Backlog()
  var hasCompleted = false
}

/// Its state is the state of both sides.
private final class SequenceEqual<Value: Sendable>: SerialJunction<[SequenceSide<Value>]>,
  @unchecked Sendable
{
  private let areEqual: @Sendable (Value, Value) throws -> Bool

  init(below downstream: Gate, _ areEqual: @escaping @Sendable (Value, Value) throws -> Bool) {
    self.areEqual = areEqual
    super.init([SequenceSide(), SequenceSide()], below: downstream)
  }

  func take(_ value: Value, from side: Int, _ sides: inout [SequenceSide<Value>]) throws {
    let other = 1 - side
    guard let partner = sides[other].waiting.popFirst() else {
      if sides[other].hasCompleted { return decide(false) }
      sides[side].waiting.append(value)
      return tell(side, &sides) { $0.grew(to: $1) }
    }
    tell(other, &sides) { $0.shrank(to: $1) }
    if try !(side == 0 ? areEqual(value, partner) : areEqual(partner, value)) { decide(false) }
  }

  private func tell(
    _ side: Int, _ sides: inout [SequenceSide<Value>], _ isWorthIt: (inout Backlog, Int) -> Bool
  ) {
    let count = sides[side].waiting.count
    if isWorthIt(&sides[side].backlog, count) { downstream.trace.waiting(count, input: UInt32(side + 1)) }
  }

  private func decide(_ areEqual: Bool) {
    output(of: Bool.self).next(areEqual)
    if downstream.isOpen { downstream.completed() }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .failed = ending { return endSerially(ending) }
    serially { [self] sides in
      sides[Int(number)].hasCompleted = true
      let other = sides[1 - Int(number)]
      guard downstream.isOpen else { return }
      if !other.waiting.isEmpty { decide(false) } else if other.hasCompleted { decide(true) }
    }
  }
}
