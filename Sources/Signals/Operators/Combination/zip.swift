public import SignalTracing
public import TraceFormat

/// Sends the first values of all signals together, then the second ones, and so on.
///
///     a    1---2------3--|
///     b    --x-----y--|
///     zip  --1x----2y-|
///
/// A value waits until every other signal has sent its value; the number of waiting values has no bound.
/// Completes as soon as a signal has completed and all its values have been sent: no further set of values is
/// possible. An error of any of them is an error at once. As `RACStream +zip:`.
@inlinable
public func zip<each Value: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<(repeat each Value)> {
  Signal<(repeat each Value)>(CallSite("zip", file, line, [.gathers, .buffers])) { _, downstream in
    let lines = (repeat ValueRing<each Value>())
    let zip = Zip(untypedRings(repeat each lines), below: downstream)
    // The signal that sends keeps the lines: no reference is counted for each value.
    let borrowed = (repeat Unmanaged.passUnretained(each lines))
    let send: @Sendable (Zip) -> Void = { zip in
      zip.output(of: (repeat each Value).self).next((repeat first(of: each borrowed)))
    }
    repeat zip.subscribe(to: each signals, into: each lines, send)
    if zip.isEmpty { downstream.completed() }
  }
}

/// Sends the first values of all signals of a collection together, as an array, then the second ones, and so
/// on.
///
///     a    1---2------3--|
///     b    --3-----4--|
///     zip  --A-----B--|     (A = [1, 3], B = [2, 4])
///
/// A value waits until every other signal has sent its value; the number of waiting values has no bound.
/// Completes as soon as a signal has completed and all its values have been sent, or at once if there are no
/// signals. An error of any of them is an error at once. As `RACStream +zip:`.
@inlinable
public func zip<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<[Value]> {
  Signal<[Value]>(CallSite("zip", file, line, [.gathers, .buffers])) { _, downstream in
    let lines = signals.map { _ in ValueRing<Value>() }
    let zip = Zip(lines, below: downstream)
    let send: @Sendable (Zip) -> Void = { zip in
      zip.output(of: [Value].self).next(lines.map { $0.removeFirst() })
    }
    for (signal, line) in Swift.zip(signals, lines) { zip.subscribe(to: signal, into: line, send) }
    if zip.isEmpty { downstream.completed() }
  }
}

extension Signal {
  /// `zip(self, other)`: sends the n-th values of both together.
  ///
  ///     source     1--2----3--|
  ///     other      ---x--y---|
  ///     zip(with)  ---A--B---|     (A = (1, x), B = (2, y))
  ///
  /// Completes as soon as no further pair is possible; an error of either is an error at once. As
  /// `RACStream -zipWith:`.
  @inlinable
  public func zip<Other: Sendable>(
    with other: Signal<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Value, Other)> {
    Signals.zip(self, other, file: file, line: line)
  }
}

/// Takes the first value out of a line that is not empty. The caller keeps the line alive.
@inlinable @inline(__always)
func first<Value: Sendable>(of line: Unmanaged<ValueRing<Value>>) -> Value {
  line._withUnsafeGuaranteedRef { $0.removeFirst() }
}

@usableFromInline
func untypedRings<each Value: Sendable>(_ lines: repeat ValueRing<each Value>) -> [UntypedRing] {
  var sides: [UntypedRing] = []
  for line in repeat each lines { sides.append(line) }
  return sides
}

@usableFromInline
final class Zip: Junction, @unchecked Sendable {
  // Only the thread that is inside touches the lines, and the number of those in which nothing waits.
  // Unchecked for the row `zip 2`.
  private let sides: [UntypedRing]
  @exclusivity(unchecked) @usableFromInline var missing: Int
  /// The last report about each line to traces; empty until there is something to tell.
  private var backlogs: [Backlog] = []

  @usableFromInline
  init(_ sides: [UntypedRing], below downstream: Gate) {
    self.sides = sides
    missing = sides.count
    super.init(below: downstream)
  }

  /// There are no sources.
  @usableFromInline var isEmpty: Bool { sides.isEmpty }

  @inlinable @inline(__always)
  func subscribe<Value: Sendable>(
    to signal: Signal<Value>, into line: ValueRing<Value>, _ send: @escaping @Sendable (Zip) -> Void
  ) {
    guard downstream.isOpen else { return }
    let number = nextNumber()
    signal.connectSerially(into: self, role: Role(.source), number: number) { zip, value in
      line.append(value)
      guard line.count == 1 else {
        if line.count & (Backlog.fewest &- 1) == 0 { zip.tellGrowth(of: number) }
        return
      }
      zip.missing -= 1
      if zip.missing == 0 {
        send(zip)
        zip.countMissing()
      }
    }
  }

  // Only the thread that subscribes counts.
  private var numbers: UInt32 = 0

  @usableFromInline func nextNumber() -> UInt32 {
    defer { numbers += 1 }
    return numbers
  }

  /// A value of each source was sent. If a completed source has no value left, no further set of values is
  /// possible.
  @usableFromInline func countMissing() {
    var isOver = false
    for side in sides where side.count == 0 {
      missing += 1
      if side.hasCompleted { isOver = true }
    }
    if !backlogs.isEmpty { tellShrinking() }
    if isOver, downstream.isOpen { downstream.completed() }
  }

  @usableFromInline func tellGrowth(of number: UInt32) {
    guard TracedSubscription.livesAreWatched else { return }
    if backlogs.isEmpty { backlogs = sides.map { _ in Backlog() } }
    let count = sides[Int(number)].count
    if backlogs[Int(number)].grew(to: count) { downstream.trace.waiting(count, input: number + 1) }
  }

  @inline(never)
  private func tellShrinking() {
    for number in sides.indices where backlogs[number].shrank(to: sides[number].count) {
      downstream.trace.waiting(sides[number].count, input: UInt32(number) + 1)
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard case .completed = ending else { return endSerially(ending) }
    serially { [self] in
      let side = sides[Int(number)]
      side.hasCompleted = true
      if side.count == 0, downstream.isOpen { downstream.completed() }
    }
  }
}
