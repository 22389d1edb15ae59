import Glibc

/// A thread that runs a closure.
struct Thread: ~Copyable {
  private let id: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  init(_ run: @escaping @Sendable () -> Void) {
    var id = pthread_t()
    let failure = pthread_create(
      &id, nil,
      { body in
        Unmanaged<Body>.fromOpaque(body.unsafelyUnwrapped).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(Body(run)).toOpaque())
    precondition(failure == 0, "no thread")
    self.id = id
  }

  /// Waits until it has ended.
  consuming func join() { pthread_join(id, nil) }
}
