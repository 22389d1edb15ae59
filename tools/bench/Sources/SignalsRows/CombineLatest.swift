import Harness
import Signals

extension Contestant {
  mutating func addCombineLatest() {
    self[.combineLatest2] = {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = left.combineLatest(with: right).subscribe(next: { sum &+= $0 &+ $1 })
      return { count in
        left.next(0)
        right.next(0)
        return sumWhile { alternate(count, left, right) }
      }
    }
  }
}

func alternate(_ count: Int, _ left: PublishSubject<Int>, _ right: PublishSubject<Int>) {
  for value in 0..<count / 2 {
    left.next(value)
    right.next(value)
  }
}
