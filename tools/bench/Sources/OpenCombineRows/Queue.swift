import Dispatch
import Harness
import OpenCombine
import OpenCombineDispatch

extension Contestant {
  mutating func addQueue() {
    self[.deliver] = {
      let queue = DispatchQueue(label: "OpenCombine")
      let done = DispatchSemaphore(value: 0)
      let subject = Subject()
      let kept = subject.receive(on: queue.ocombine).sink { value in
        if value < 0 { done.signal() } else { sum &+= value }
      }
      return { count in
        withExtendedLifetime(kept) {
          let before = sum
          for value in 0..<count { subject.send(value) }
          subject.send(-1)
          done.wait()
          return sum &- before
        }
      }
    }
  }
}
