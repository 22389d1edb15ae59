import Harness
import Signals

extension Contestant {
  mutating func addTake() {
    self[.coldTake1] = {
      let first = Signal.from(0..<1_000_000).filter { $0 >= 0 }.take(1)
      return { count in
        sumWhile {
          for _ in 0..<count {
            _ = first.subscribe(next: { sum &+= $0 })
            sum &+= 1
          }
        }
      }
    }
    self[.hotTake1] = {
      let subject = PublishSubject<Int>()
      let first = subject.take(1)
      return { count in
        sumWhile {
          for value in 0..<count {
            let kept = first.subscribe(next: { sum &+= $0 })
            withExtendedLifetime(kept) { subject.next(value) }
          }
        }
      }
    }
  }
}
