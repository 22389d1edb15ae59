// pthread_attr_t: where Dispatch is loaded as well, the compiler counts it to this module.
import CDispatch
import Glibc
import Signals

/// A chain of `operators` operators is subscribed to, sent one value and completed, on a thread with `stack` bytes of
/// stack; prints what arrives.
func runLongChain() {
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  guard pthread_attr_setstacksize(attributes, number("stack")) == 0 else { fatalError("no such stack") }
  var thread = pthread_t()
  pthread_create(
    &thread, attributes,
    { _ in
      let subject = PublishSubject<Int>()
      var chain: Signal<Int> = subject
      for _ in 0..<number("operators") { chain = chain.map { $0 + 1 } }
      _ = chain.subscribe(next: { say("\($0)") }, disposed: { say("disposed") })
      subject.next(0)
      subject.completed()
      return nil
    }, nil)
  pthread_join(thread, nil)
}
