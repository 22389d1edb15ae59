import Harness
import Signals

extension Contestant {
  mutating func addState() {
    addTake()
    self[.skip10] = {
      let subject = PublishSubject<Int>()
      _ = subject.skip(10).subscribe(next: { sum &+= $0 })
      for value in 0..<10 { subject.next(value) }
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.distinct] = {
      let subject = PublishSubject<Int>()
      _ = subject.distinctUntilChanged().subscribe(next: { sum &+= $0 })
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
