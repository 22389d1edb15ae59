import Signals
import Synchronization
import Testing

@Suite struct BindingTraceTests {
  @Test func `a trace calls things what the program calls them, and all of them go`() throws {
    let traced = try Traced {
      _ = Signal.just(1).debug(to: { _ in }).bind(to: PublishRelay<Int>())
      _ = Signal.just(1).asSingle().subscribe()
      let (lifetime, token) = Lifetime.make()
      _ = Signal.just(1).take(during: lifetime).subscribe()
      _ = Property(0, then: .just(1)).value
      for _ in Signal.just(1).toSequence() {}
      _ = try? Signal.just(1).blocking().last()
      _ = token
    }
    #expect(
      traced.subscriptions == [
        "bind(to:) source < -", "debug source < bind(to:)", "just source < debug",
        "subscribe source < -", "asSingle source < subscribe", "just source < asSingle",
        "subscribe source < -", "take(during:) source < subscribe", "Lifetime control < take(during:)",
        "just source < take(during:)",
        "Property source < -", "just source < Property",
        "toSequence source < -", "just source < toSequence",
        "blocking source < -", "takeLast source < blocking", "just source < takeLast",
      ])
    #expect(Set(traced.balance) == [17])
  }

  @Test func `of the results that threads bring to a future the first is the only one`() async {
    for _ in 0..<200 {
      let done = Mutex<(@Sendable (Result<Int, any Error>) -> Void)?>(nil)
      let future = Signal<Int>.future { take in done.withLock { $0 = take } }
      let take = done.withLock { $0 }
      await withTaskGroup { group in
        for number in 0..<3 { group.addTask { take?(.success(number)) } }
      }
      #expect(future.transcript.count == 3, "a value, the end, the disposal")
    }
  }
}
