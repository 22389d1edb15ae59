import Glibc
import Synchronization

func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let made = pthread_create(
    &thread, nil,
    { argument in
      // Not held by this frame: the body may end the thread.
      let body = Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body
      body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  guard made == 0 else { fatalError("no thread: \(made)") }
  return thread
}

final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}
