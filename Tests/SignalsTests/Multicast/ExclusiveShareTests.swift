import Glibc
import Signals
import Synchronization
import Testing

/// The source of what is shared is never subscribed to twice at a time, and not again after an end that is for ever.
@Suite struct ExclusiveShareTests {
  typealias Sharing = @Sendable (Signal<Int>) -> Signal<Int>
  static let comingAndGoing: [(String, Sharing)] = [
    ("share()", { $0.share() }), ("share(replay:)", { $0.share(replay: 1) }),
    ("refCount()", { $0.publish().refCount() }),
  ]
  static let forEver: [(String, Sharing)] = [
    ("share(scope:)", { $0.share(scope: .forever) }),
    ("share(replay:scope:)", { $0.share(replay: 1, scope: .forever) }),
    ("refCount() of a given subject", { $0.multicast(PublishSubject()).refCount() }),
  ]
  static let all = comingAndGoing + forEver

  let out = Transcript()

  /// A resource of which there is but one.
  final class Resource: Sendable {
    private let state = Mutex((open: 0, opened: 0, most: 0))
    var opened: Int { state.withLock { $0.opened } }
    var open: Int { state.withLock { $0.open } }
    /// How often it was open at the same time.
    var most: Int { state.withLock { $0.most } }

    func acquire() {
      state.withLock { state in
        state.open += 1
        state.opened += 1
        state.most = max(state.most, state.open)
      }
    }
    func release() { state.withLock { $0.open -= 1 } }

    /// Opens it for each subscription, and takes its time to.
    func signal(_ send: @escaping @Sendable (Subscriber<Int>) -> Void = { _ in }) -> Signal<Int> {
      .create { subscriber in
        self.acquire()
        sched_yield()
        send(subscriber)
        return Disposable {
          sched_yield()
          self.release()
        }
      }
    }
  }

  private func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { number in startThread { body(number) } }
    for thread in threads { pthread_join(thread, nil) }
  }

  @Test(arguments: all) func `subscribers that come and go on several threads open the source once at a time`(
    name: String, share: Sharing
  ) {
    let resource = Resource()
    let signal = share(resource.signal { $0.next(1) })
    together(4) { _ in
      for _ in 0..<500 { signal.subscribe().dispose() }
    }
    #expect(resource.most == 1 && resource.open == 0)
    let now = resource.opened
    signal.subscribe().dispose()
    #expect(resource.opened == now + 1 && resource.open == 0, "the next connection was made, and disposed")
  }

  @Test(arguments: all) func `who stays is connected when all others have left`(name: String, share: Sharing)
  {
    let resource = Resource()
    let signal = share(resource.signal())
    for _ in 0..<200 {
      let stays = BoxOf<Subscription>()
      together(3) { number in
        let subscription = signal.subscribe()
        if number == 0 { stays.value = subscription } else { subscription.dispose() }
      }
      #expect(resource.open == 1 && resource.most == 1)
      stays.value?.dispose()
      #expect(resource.open == 0)
    }
  }

  @Test(arguments: all)
  func `who comes as the source is being disposed is connected after that`(
    name: String, share: Sharing
  ) {
    let shared = BoxOf<Signal<Int>>()
    let count = Atomic<Int>(0)
    let signal = share(
      .create { [out] _ in
        let number = count.add(1, ordering: .relaxed).newValue
        out.print("+\(number)")
        return Disposable {
          if number == 1 {
            // Within the disposal, and from a second thread that nobody makes wait.
            let comes: @Sendable () -> Void = { shared.value?.print(to: out, "late ") }
            comes()
            pthread_join(startThread(comes), nil)
          }
          out.print("-\(number)")
        }
      })
    shared.value = signal
    signal.print(to: out, "first ").dispose()
    #expect(out.lines == ["+1", "-1", "+2", "first !"])
    shared.value = nil
  }

  @Test(arguments: comingAndGoing) func `a synchronous source is disposed before it is opened again`(
    name: String, share: Sharing
  ) {
    let shared = BoxOf<Signal<Int>>()
    let resource = Resource()
    let signal = share(
      resource.signal { [out] subscriber in
        subscriber.next(resource.opened)
        subscriber.completed()
        out.print("sent")
      })
    shared.value = signal
    _ = signal.subscribe(
      next: { [out] in out.print($0) },
      completed: { [out] in
        shared.value?.print(to: out, "again ")
        out.print("|")
      })
    shared.value = nil
    #expect(out.lines == ["1", "|", "sent", "again 2", "again |", "again !", "sent"])
    #expect(resource.most == 1 && resource.open == 0)
  }

  @Test func `who left before it was its turn is not connected`() {
    let shared = BoxOf<Signal<Int>>()
    let signal = Signal<Int>.create { [out] _ in
      out.print("+")
      return Disposable {
        shared.value?.subscribe().dispose()
        out.print("-")
      }
    }.share()
    shared.value = signal
    signal.subscribe().dispose()
    shared.value = nil
    #expect(out.lines == ["+", "-"])
  }

  @Test(arguments: forEver)
  func `after an end for ever the source is not subscribed to, from within or beside it`(
    name: String, share: Sharing
  ) {
    let source = PublishSubject<Int>()
    let subscriptions = Atomic<Int>(0)
    let signal = share(
      source.do(onSubscribe: { subscriptions.add(1, ordering: .relaxed) }))
    let kept = BoxOf<Signal<Int>>()
    kept.value = signal
    _ = signal.subscribe(completed: { [out] in
      let comes: @Sendable () -> Void = { _ = kept.value?.subscribe(completed: { out.print("late |") }) }
      comes()
      pthread_join(startThread(comes), nil)
      out.print("|")
    })
    source.completed()
    _ = signal.subscribe(completed: { [out] in out.print("later |") })
    kept.value = nil
    #expect(out.lines == ["|", "late |", "late |", "later |"])
    #expect(subscriptions.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: forEver) func `threads that subscribe beside the end never subscribe to the source again`(
    name: String, share: Sharing
  ) {
    for _ in 0..<200 {
      let source = PublishSubject<Int>()
      let subscriptions = Atomic<Int>(0)
      let signal = share(source.do(onSubscribe: { subscriptions.add(1, ordering: .relaxed) }))
      let ends = Atomic<Int>(0)
      _ = signal.subscribe(completed: { ends.add(1, ordering: .relaxed) })
      together(3) { number in
        if number == 0 { return source.completed() }
        _ = signal.subscribe(completed: { ends.add(1, ordering: .relaxed) })
      }
      #expect(ends.load(ordering: .relaxed) == 3 && subscriptions.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `a given subject that the program ends is not fed again`() {
    let subject = PublishSubject<Int>()
    let resource = Resource()
    let signal = resource.signal().multicast(subject).refCount()
    _ = signal.subscribe(completed: { [out] in signal.print(to: out, "late ") })
    subject.completed()
    #expect(out.lines == ["late |", "late !"])
    #expect(resource.opened == 1 && resource.open == 0)
  }
}
