import Harness
import Signals

extension Contestant {
  mutating func addSeveralSources() {
    self[.combineLatest2] = {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      left.combineLatest(with: right).subscribe(next: { sum &+= $0 &+ $1 })
      return { count in
        left.next(0)
        right.next(0)
        return sumWhile { alternate(count, left, right) }
      }
    }
    self[.zip2] = {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      left.zip(with: right).subscribe(next: { sum &+= $0 &+ $1 })
      return { count in sumWhile { alternate(count, left, right) } }
    }
    self[.merge10] = {
      let subjects = (0..<10).map { _ in PublishSubject<Int>() }
      Signal.merge(subjects).subscribe(next: { sum &+= $0 })
      return { count in
        sumWhile { for value in 0..<count / 10 { for subject in subjects { subject.next(value) } } }
      }
    }
  }
}

private func alternate(_ count: Int, _ left: PublishSubject<Int>, _ right: PublishSubject<Int>) {
  for value in 0..<count / 2 {
    left.next(value)
    right.next(value)
  }
}
