public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends the newest values of two other signals for each value, once each of them has one.
  ///
  ///     source               --1---2---3-|
  ///     a                    a----b------|
  ///     b                    ---x--------|
  ///     withLatestFrom(and)  ------A---A-|     (A = (b, x))
  ///
  /// Values that arrive before that are left out. Completes with the source, not with the other signals. An
  /// error of any of them is an error at once. The others are subscribed to first. As CombineExt
  /// `withLatestFrom(_:_:)`.
  @inlinable
  public func withLatestFrom<A: Sendable, B: Sendable>(
    _ a: Signal<A>, and b: Signal<B>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(A, B)> {
    samplingSeveral(CallSite("withLatestFrom", file, line, .gathers), a, b, combine: { ($1, $2) })
  }

  /// Sends the result of `combine` for each value and the newest values of two other signals, once each of
  /// them has one.
  ///
  ///     source               --1---2---3-|
  ///     a                    4----5------|
  ///     b                    ---6--------|
  ///     withLatestFrom(and)  ------A---B-|     (the sum: A = 13, B = 14)
  ///
  /// Values that arrive before that are left out. Completes with the source, not with the other signals. An
  /// error of any of them is an error at once, and so is a throw of `combine`. The others are subscribed to
  /// first. As RxJS 7 `withLatestFrom(a, b, project)` and CombineExt `withLatestFrom(_:_:resultSelector:)`.
  @inlinable
  public func withLatestFrom<A: Sendable, B: Sendable, Result: Sendable>(
    _ a: Signal<A>, and b: Signal<B>, file: StaticString = #fileID, line: UInt32 = #line,
    _ combine: @escaping @Sendable (Value, A, B) throws -> Result
  ) -> Signal<Result> {
    samplingSeveral(CallSite("withLatestFrom", file, line, .gathers), a, b, combine: combine)
  }

  /// Sends the newest values of three other signals for each value, once each of them has one.
  ///
  ///     source               --1---2---3-|
  ///     a                    a----b------|
  ///     b                    ---x--------|
  ///     c                    y-----------|
  ///     withLatestFrom(and)  ------A---A-|     (A = (b, x, y))
  ///
  /// Values that arrive before that are left out. Completes with the source, not with the other signals. An
  /// error of any of them is an error at once. The others are subscribed to first. As CombineExt
  /// `withLatestFrom(_:_:_:)`.
  @inlinable
  public func withLatestFrom<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Signal<A>, _ b: Signal<B>, and c: Signal<C>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(A, B, C)> {
    samplingSeveral(CallSite("withLatestFrom", file, line, .gathers), a, b, c, combine: { ($1, $2, $3) })
  }

  /// Sends the result of `combine` for each value and the newest values of three other signals, once each of
  /// them has one.
  ///
  ///     source               --1---2---3-|
  ///     a                    4----5------|
  ///     b                    ---6--------|
  ///     c                    7-----------|
  ///     withLatestFrom(and)  ------A---B-|     (the sum: A = 20, B = 21)
  ///
  /// Values that arrive before that are left out. Completes with the source, not with the other signals. An
  /// error of any of them is an error at once, and so is a throw of `combine`. The others are subscribed to
  /// first. As RxJS 7 `withLatestFrom(a, b, c, project)` and CombineExt
  /// `withLatestFrom(_:_:_:resultSelector:)`.
  @inlinable
  public func withLatestFrom<A: Sendable, B: Sendable, C: Sendable, Result: Sendable>(
    _ a: Signal<A>, _ b: Signal<B>, and c: Signal<C>, file: StaticString = #fileID, line: UInt32 = #line,
    _ combine: @escaping @Sendable (Value, A, B, C) throws -> Result
  ) -> Signal<Result> {
    samplingSeveral(CallSite("withLatestFrom", file, line, .gathers), a, b, c, combine: combine)
  }

  @inlinable
  func samplingSeveral<each Other: Sendable, Result: Sendable>(
    _ site: CallSite, _ others: repeat Signal<each Other>,
    combine: @escaping @Sendable (Value, repeat each Other) throws -> Result
  ) -> Signal<Result> {
    derived(at: site) { source, downstream in
      let slots = (repeat Slot<each Other>())
      let borrowed = (repeat Unmanaged.passUnretained(each slots))
      let junction = WithLatestFromSeveral(slotObjects(repeat each slots), below: downstream)
      repeat junction.subscribe(to: each others, into: each slots)
      guard downstream.isOpen else { return }
      source.connectSerially(into: junction, role: Role(.source), number: 1) { junction, missing, value in
        guard missing == 0 else { return }
        junction.output(of: Result.self).next(try combine(value, repeat newest(in: each borrowed)))
      }
    }
  }
}

/// Its state is the number of other signals that have sent nothing yet.
@usableFromInline
final class WithLatestFromSeveral: SerialJunction<Int>, @unchecked Sendable {
  /// The newest values. Values of signals that have completed, too.
  @usableFromInline let slots: [AnyObject]

  @usableFromInline
  init(_ slots: [AnyObject], below downstream: Gate) {
    self.slots = slots
    super.init(slots.count, below: downstream)
  }

  @inlinable
  func subscribe<Other: Sendable>(to other: Signal<Other>, into slot: Slot<Other>) {
    guard downstream.isOpen else { return }
    other.connectSerially(into: self, role: Role(.source)) { _, missing, value in
      if slot.fill(value) { missing -= 1 }
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == 0 { return }
    endSerially(ending)
  }
}
