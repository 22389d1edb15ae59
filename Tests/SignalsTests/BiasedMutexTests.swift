import Glibc
import SignalTracing
import Synchronization
import Testing

@testable import Signals

@Suite struct BiasedMutexTests {
  @Test func `what threads count that come after the one that had the mutex for itself is not lost`() {
    let count = Count()
    onOneThread { for _ in 0..<1_000 { count.add() } }
    let threads = (0..<3).map { _ in startThread { for _ in 0..<5_000 { count.add() } } }
    for thread in threads { pthread_join(thread, nil) }
    #expect(count.value == 16_000)
  }

  @Test func `who insists comes after the one that is inside`() {
    for turns in [0, 1_000] {
      let word = Word()
      let isInside = Mark()
      let mayLeave = Mark()
      let first = startThread {
        word.turn(turns)
        word.insist()
        isInside.set()
        mayLeave.wait()
        word.leave()
      }
      isInside.wait()
      let second = startThread {
        mayLeave.set()
        word.insist()
        word.leave()
      }
      pthread_join(first, nil)
      pthread_join(second, nil)
      #expect(word.wasAlone)
    }
  }

  @Test func `the place of a thread that has ended inside is taken over`() {
    for turns in [0, 1_000] {
      let word = Word()
      onOneThread {
        word.turn(turns)
        word.insist()
      }
      word.forget()
      onOneThread {
        word.insist()
        word.leave()
      }
      onOneThread { word.turn(1_000) }
      #expect(word.wasAlone)
    }
  }
}

private final class Count: Sendable {
  private let mutex = BiasedMutex(0)
  var value: Int { mutex.withLock { $0 } }
  func add() { mutex.withLock { $0 += 1 } }
}

/// An owner word as a `BiasedMutex` uses it, and whether two threads were inside at once.
private final class Word: @unchecked Sendable {
  private let owner = SerialOwner()
  private let inside = Atomic(0)
  private let overlaps = Atomic(0)
  var wasAlone: Bool { overlaps.load(ordering: .relaxed) == 0 }

  func insist() {
    if !owner.enter() { owner.insist() }
    if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
  }
  func leave() {
    inside.subtract(1, ordering: .relaxed)
    _ = owner.leave()
  }
  /// A thread that was inside is gone.
  func forget() { inside.store(0, ordering: .relaxed) }
  func turn(_ count: Int) {
    for _ in 0..<count {
      insist()
      leave()
    }
  }
}

private final class Mark: Sendable {
  private let isSet = Atomic(false)
  func set() { isSet.store(true, ordering: .releasing) }
  func wait() {
    var patience = Patience()
    while !isSet.load(ordering: .acquiring) { patience.wait() }
  }
}

private func onOneThread(_ body: @escaping @Sendable () -> Void) { pthread_join(startThread(body), nil) }
