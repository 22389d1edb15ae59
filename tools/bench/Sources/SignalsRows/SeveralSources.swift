import Harness
import Signals

extension Contestant {
  mutating func addSeveralSources() {
    addCombineLatest()
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
