import Glibc
import SignalTracing
import Synchronization
import Testing

@testable import Signals
import TraceFormat

/// A root that ends on one thread, while its handle goes out of memory on another.
@Suite struct HandleTests {
  private final class Mark: Sendable { let value = Atomic<UInt32>(0) }

  private func makeSink() -> Sink<Int> {
    let site = CallSite("subscribe", #fileID, #line)
    let root = TracedSubscription(site: site, downstream: nil, role: Role(.source))
    return Sink(root: root, site: site, error: nil, completed: nil, disposed: nil, receive: { _, _ in })
  }

  @Test func `a handle does not wait for a thread that is gone`() {
    let (sink, mark) = (makeSink(), Mark())
    pthread_join(startThread { mark.value.store(SpinWait.threadMark, ordering: .relaxed) }, nil)
    sink.handle.store(HandleWord.telling(by: mark.value.load(ordering: .relaxed)), ordering: .relaxed)
    let isOver = Mark()
    let thread = startThread {
      sink.handleIsGone()
      isOver.value.store(1, ordering: .releasing)
    }
    for _ in 0..<30_000 where isOver.value.load(ordering: .acquiring) == 0 { usleep(1000) }
    #expect(isOver.value.load(ordering: .acquiring) == 1)
    if isOver.value.load(ordering: .acquiring) == 1 { pthread_join(thread, nil) }
  }

  @Test func `a handle waits for a thread that is about to touch its memory`() {
    let (sink, isOver) = (makeSink(), Mark())
    sink.handle.store(HandleWord.telling(), ordering: .relaxed)
    let thread = startThread {
      sink.handleIsGone()
      isOver.value.store(1, ordering: .releasing)
    }
    usleep(20_000)
    #expect(isOver.value.load(ordering: .acquiring) == 0)
    sink.handle.store(HandleWord.told, ordering: .releasing)
    pthread_join(thread, nil)
  }

  @Test func `a handle that is used and let go of at one time releases its root once`() {
    for _ in 0..<2000 {
      let subject = PublishSubject<Int>()
      weak var held: Held?
      do {
        let object = Held()
        held = object
        let handle = subject.subscribe(next: { [object] _ in _ = object })
        together({ handle.dispose() }, { subject.completed() }, { CompositeDisposable().add(handle) })
        #expect(handle.isDisposed)
      }
      #expect(held == nil)
    }
  }

  private final class Held: Sendable {}
}
