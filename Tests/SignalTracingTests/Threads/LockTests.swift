import Glibc
import Synchronization
import Testing

@testable import SignalTracing

@Suite struct LockTests {
  @Test func `threads that add to one number lose nothing`() {
    final class Number: Sendable { let lock = Lock(0) }
    let number = Number()
    let threads = (0..<4).map { _ in
      onThread { for _ in 0..<20_000 { number.lock.withLock { $0 += 1 } } }
    }
    for thread in threads { pthread_join(thread, nil) }
    #expect(number.lock.withLock { $0 } == 80_000)
  }

  @Test func `who waits for a lock sleeps, and is woken`() {
    let (lock, heard) = (Word(), Number())
    #expect(lock.take())
    let thread = onThread {
      heard.value = lock.wait() ? 1 : 2
      lock.give()
    }
    usleep(50_000)
    #expect(heard.value == 0)
    lock.give()
    pthread_join(thread, nil)
    #expect(heard.value == 1)
    #expect(lock.take())
  }

  @Test func `a thread that has the lock does not wait for itself`() {
    let lock = Word()
    #expect(lock.take())
    #expect(!lock.wait())
    lock.give()
    #expect(lock.take())
  }

  @Test(.enabled(if: dlsym(nil, "__tsan_init") == nil))
  func `a change in the midst of another ends the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let lock = Word()
      _ = lock.take()
      lock.insist()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("a signal handler has called a forbidden function"), "\(text)")
  }

  @Test func `who waits for a lock for a moment goes on without it`() {
    let lock = Word()
    #expect(lock.take())
    let (early, late) = (Number(), Number())
    let thread = onThread {
      early.value = lock.takeOver(until: 1) == nil ? 1 : 2
      late.value = lock.takeOver(until: 0) == false ? 1 : 2
      lock.give()
    }
    for _ in 0..<30_000 where early.value == 0 { usleep(1000) }
    #expect(early.value == 1 && late.value == 0)
    lock.give()
    pthread_join(thread, nil)
    #expect(late.value == 1)
  }

  @Test func `a lock that a thread has taken along is lost, and taken over by who insists`() {
    let lock = Word()
    pthread_join(onThread { _ = lock.take() }, nil)
    #expect(!lock.take())
    #expect(!lock.wait())
    #expect(!lock.wait())
    lock.insist()
    lock.give()
    #expect(lock.take())
  }

  @Test func `a mark lives as long as its thread`() {
    let mark = Number()
    pthread_join(
      onThread { mark.value = SpinWait.threadLives(SpinWait.threadMark) ? SpinWait.threadMark : 0 }, nil)
    #expect(mark.value != 0)
    #expect(!SpinWait.threadLives(mark.value))
    #expect(SpinWait.threadLives(SpinWait.threadMark))
    #expect(SpinWait.threadMark != mark.value)
    #expect(!SpinWait.threadLives(SpinWait.markOfNobody))
  }
}

private final class Word: Sendable {
  private let word = LockWord()
  func take() -> Bool { word.take() }
  func wait() -> Bool { word.wait() }
  func insist() { word.insist() }
  func takeOver(until deadline: UInt64) -> Bool? { word.takeOver(until: deadline) }
  func give() { word.give() }
}

private final class Number: Sendable {
  private let number = Atomic<UInt32>(0)
  var value: UInt32 {
    get { number.load(ordering: .acquiring) }
    set { number.store(newValue, ordering: .releasing) }
  }
}

private func onThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { box in
      Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  return thread
}
