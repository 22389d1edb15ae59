import Harness
import Signals

extension Contestant {
  mutating func addState() {
    self[.coldTake1] = {
      let first = Signal.from(0..<1_000_000).filter { $0 >= 0 }.take(1)
      return { count in
        sumWhile {
          for _ in 0..<count {
            first.subscribe(next: { sum &+= $0 })
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
    self[.skip10] = {
      let subject = PublishSubject<Int>()
      subject.skip(10).subscribe(next: { sum &+= $0 })
      for value in 0..<10 { subject.next(value) }
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.distinct] = {
      let subject = PublishSubject<Int>()
      subject.distinctUntilChanged().subscribe(next: { sum &+= $0 })
      subject.next(-1)
      return { count in
        sumWhile {
          for value in 0..<count { subject.next(value >> 1) }
          subject.next(-1)
        }
      }
    }
  }
}
