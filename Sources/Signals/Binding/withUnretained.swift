import SignalTracing

extension Signal {
  /// Sends each value together with an object, without keeping the object in memory. Completes at the first
  /// value after the object went out of memory.
  ///
  ///     source          -1--2--3-|
  ///     object          ^-----x     (in memory until then)
  ///     withUnretained  -A--B--|     (A = (object, 1), B = (object, 2))
  ///
  /// Else it ends as the source does. As Rx `withUnretained` and RAC's `@weakify`.
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Object, Value)> {
    let reference = WeakReference(object)
    return lift(CallSite("withUnretained", file, line)) { value, output in
      if let object = reference.object { output.next((object, value)) } else { output.completed() }
    }
  }
}

/// A reference that does not keep its object in memory.
final class WeakReference<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?
  init(_ object: Object) { self.object = object }
}
