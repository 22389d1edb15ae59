import SignalTracing
import TraceFormat

extension Signal {
  /// Makes a resource for every subscription, and a signal from the resource. Disposes the resource when the
  /// subscription ends.
  ///
  ///     signal    -1--2-|
  ///     resource  ^-----x     (made, disposed)
  ///     using     -1--2-|
  ///
  /// It ends as the signal does. At the end the signal is disposed first, then its resource; then the end is
  /// delivered. Disposal disposes both in that order. A throw of either closure becomes the signal's error.
  /// As Rx `using`.
  public static func using<Resource: Disposable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ makeResource: @escaping @Sendable () throws -> Resource,
    signal makeSignal: @escaping @Sendable (Resource) throws -> Signal<Value>
  ) -> Signal<Value> {
    Signal<Value>(CallSite("using", file, line, [.source, .subscribesInUserCode])) { _, downstream in
      do {
        let resource = try makeResource()
        let using = Using(resource, below: downstream)
        let source = try ThreadState.onBehalf(of: downstream.trace) { try makeSignal(resource) }
        source.connect(into: using, role: Role(.source)) { using, _, value in
          using.output(of: Value.self).next(value)
        }
      } catch {
        downstream.error(error)
      }
    }
  }
}

private final class Using: Junction, @unchecked Sendable {
  private let resource: Disposable

  init(_ resource: Disposable, below downstream: Gate) {
    self.resource = resource
    super.init(below: downstream)
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    resource.dispose(because: reason)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) { downstream.end(ending) }
}
