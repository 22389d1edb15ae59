import Dispatch
import Harness
import Signals

extension Contestant {
  mutating func addQueue() {
    self[.deliver] = {
      let done = DispatchSemaphore(value: 0)
      let subject = PublishSubject<Int>()
      _ = subject.deliver(on: QueueScheduler()).subscribe(next: { value in
        if value < 0 { done.signal() } else { sum &+= value }
      })
      return { count in
        let before = sum
        for value in 0..<count { subject.next(value) }
        subject.next(-1)
        done.wait()
        return sum &- before
      }
    }
  }
}
