import Dispatch
import Harness

extension Contestant {
  /// The cost of a queue for each piece of work: an operator needs one piece for each event or for each batch.
  mutating func addQueue() {
    self[.deliver] = {
      let queue = DispatchQueue(label: "raw limit")
      let done = DispatchSemaphore(value: 0)
      return { count in
        let before = sum
        for value in 0..<count {
          queue.async {
            sum &+= value
            if value == count - 1 { done.signal() }
          }
        }
        done.wait()
        return sum &- before
      }
    }
  }
}
