import Harness
import OpenCombine

extension Contestant {
  mutating func addState() {
    self[.coldTake1] = {
      // Without the filter, OpenCombine would make a constant of the first element.
      let first = (0..<1_000_000).publisher.filter { $0 >= 0 }.first()
      return { count in
        sumWhile {
          for _ in 0..<count {
            _ = first.sink { sum &+= $0 }
            sum &+= 1
          }
        }
      }
    }
    self[.hotTake1] = {
      let subject = Subject()
      let first = subject.first()
      return { count in
        sumWhile {
          for value in 0..<count {
            let kept = first.sink { sum &+= $0 }
            withExtendedLifetime(kept) { subject.send(value) }
          }
        }
      }
    }
    self[.skip10] = {
      let subject = Subject()
      let kept = subject.dropFirst(10).sink { sum &+= $0 }
      for value in 0..<10 { subject.send(value) }
      return { count in
        withExtendedLifetime(kept) { sumWhile { for value in 0..<count { subject.send(value) } } }
      }
    }
    self[.distinct] = {
      let subject = Subject()
      let kept = subject.removeDuplicates().sink { sum &+= $0 }
      subject.send(-1)
      return { count in
        withExtendedLifetime(kept) {
          sumWhile {
            for value in 0..<count { subject.send(value >> 1) }
            subject.send(-1)
          }
        }
      }
    }
  }
}
