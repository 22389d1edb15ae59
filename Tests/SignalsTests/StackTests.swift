// pthread_attr_t: where Dispatch is loaded as well, the compiler counts it to this module.
import CDispatch
import Glibc
import Signals
import Synchronization
import Testing

/// Runs `body` on a thread of its own.
func startThread(stack bytes: Int? = nil, _ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  defer {
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }
  if let bytes { pthread_attr_setstacksize(attributes, bytes) }
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body)).toOpaque()
  let status = pthread_create(
    &thread, attributes,
    { argument in
      Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
      return nil
    }, work)
  precondition(status == 0)
  return thread
}

/// Runs `body` on a thread with so many bytes of stack, and waits for it.
func onStack(of bytes: Int, _ body: @escaping @Sendable () -> Void) {
  pthread_join(startThread(stack: bytes, body), nil)
}

@Suite struct StackTests {
  /// An unoptimized build's frames are larger: what a release build needs is in LongChainTests.
  #if DEBUG
    static let forChains = 64 << 20
  #else
    static let forChains = 4 << 20
  #endif

  /// The thread sanitizer notes 65,536 calls of a thread's stack and does not look whether there are more: an operator of
  /// an unoptimized build is several.
  static let operators = dlsym(nil, "__tsan_init") == nil ? 10_000 : 2_000

  @Test func `a chain of 10,000 operators subscribes, sends and goes within 4 MiB of stack`() {
    let out = Transcript()
    onStack(of: Self.forChains) {
      let subject = PublishSubject<Int>()
      var chain: Signal<Int> = subject
      for _ in 0..<Self.operators { chain = chain.map { $0 + 1 } }
      _ = chain.subscribe(next: { out.print($0) }, disposed: { out.print("disposed") })
      subject.next(1)
      subject.completed()
    }
    #expect(out.lines == ["\(Self.operators + 1)", "disposed"])
  }

  @Test(.enabled(if: dlsym(nil, "__tsan_init") == nil))
  func `a chain that is too long for the stack says so`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onStack(of: 512 << 10) {
        var chain = Signal<Int>.never()
        for _ in 0..<10_000 { chain = chain.map(file: "Feed.swift", line: 12) { $0 } }
        _ = chain.subscribe()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("too many operators in one chain"), "\(text)")
    #expect(text.contains("at map, Feed.swift:12"), "\(text)")
  }

  @Test func `a description of a million operators goes without recursion`() {
    let lives = Lives()
    onStack(of: 1 << 20) {
      let life = lives.make()
      var chain = Signal<Int>.just(1).map { value in withExtendedLifetime(life) { value } }
      for _ in 0..<1_000_000 { chain = chain.map { $0 } }
      chain = .never()
    }
    // The first description is the last one to go.
    #expect(lives.count == 0)
  }

  @Test func `a re-entrant send may nest 100,000 deep`() {
    let sum = Mutex(0)
    onStack(of: 1 << 20) {
      let subject = PublishSubject<Int>()
      _ = subject.subscribe(next: { value in
        sum.withLock { $0 += 1 }
        if value < 100_000 { subject.next(value + 1) }
      })
      subject.next(1)
    }
    #expect(sum.withLock { $0 } == 100_000)
  }
}
