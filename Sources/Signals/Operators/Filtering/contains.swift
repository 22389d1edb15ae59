public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends true at the first value for which `isWanted` is true, or false if the source completes without
  /// such a value; then completes.
  ///
  ///     source  1-2---3-|
  ///     any     --(t|)     (even)
  ///     any     --------(f|)     (more than 3)
  ///
  /// Without a closure it sends whether there is a value at all. An error of the source is sent on (RAC sends
  /// false instead); a throw becomes the signal's error. As `RACSignal -any:` and Combine `contains(where:)`.
  @inlinable @inline(__always)
  public func any(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition _ isWanted: @escaping @Sendable (Value) throws -> Bool = { _ in true }
  ) -> Signal<Bool> {
    deciding(CallSite("any", file, line, .stops), on: true, isWanted)
  }

  /// Sends false at the first value for which `isWanted` is false, or true if the source completes without
  /// such a value; then completes.
  ///
  ///     source  1-2---3-|
  ///     all     --(f|)     (odd)
  ///     all     --------(t|)     (less than 4)
  ///
  /// An error of the source is sent on (RAC sends false instead); a throw becomes the signal's error. As
  /// `RACSignal -all:`.
  @inlinable @inline(__always)
  public func all(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition _ isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Bool> {
    deciding(CallSite("all", file, line, .stops), on: false, isWanted)
  }

  @inlinable @inline(__always)
  func deciding(
    _ site: CallSite, on decisive: Bool, _ test: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Bool> {
    lift(site, state: false) { isDecided, value, output in
      guard !isDecided, try test(value) == decisive else { return }
      isDecided = true
      output.next(decisive)
      if output.isOpen { output.completed() }
    } completion: { _, output in
      output.next(!decisive)
    }
  }
}

extension Signal where Value: Equatable {
  /// Sends true at the first value that equals `wanted`, or false if the source completes without such a
  /// value; then completes.
  ///
  ///     source       1-2---3-|
  ///     contains(2)  --(t|)
  ///     contains(4)  --------(f|)
  ///
  /// An error of the source is sent on. As Combine `contains(_:)`.
  @inlinable @inline(__always)
  public func contains(
    _ wanted: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Bool> {
    deciding(CallSite("contains", file, line, .stops), on: true) { $0 == wanted }
  }
}
