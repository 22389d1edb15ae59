public import SignalTracing

extension Signal {
  /// A signal that runs `start` for every subscription. What `start` sends to its subscriber goes down; the disposable
  /// it returns is disposed when the subscription ends, at once if it has ended already.
  ///
  /// A throw becomes the signal's error. `start` runs on the thread that subscribes. Subscriptions that it makes must be
  /// part of the disposable that it returns: else they outlive it, which is the commonest leak.
  /// As `RACSignal +createSignal:` and Rx `create`.
  @inlinable
  public static func create(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ start: @escaping @Sendable (Subscriber<Value>) throws -> Disposable?
  ) -> Signal<Value> {
    Signal<Value>(CallSite("create", file, line, [.source, .subscribesInUserCode])) { _, gate in
      do {
        if let disposable = try ThreadState.onBehalf(of: gate.trace, { try start(gate) }) {
          gate.adopt(disposable)
        }
      } catch {
        gate.error(error)
      }
    }
  }

  /// The same for a source of ours in another module, which says what it is.
  package static func source(
    _ site: CallSite, _ start: @escaping @Sendable (Subscriber<Value>) throws -> Disposable?
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      do {
        if let disposable = try start(gate) { gate.adopt(disposable) }
      } catch {
        gate.error(error)
      }
    }
  }
}
