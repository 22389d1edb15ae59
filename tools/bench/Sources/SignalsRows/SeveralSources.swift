import Harness
import Signals

extension Contestant {
  mutating func addSeveralSources() {
    addCombineLatest()
    self[.zip2] = {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = left.zip(with: right).subscribe(next: { sum &+= $0 &+ $1 })
      return { count in sumWhile { alternate(count, left, right) } }
    }
    self[.merge10] = {
      let subjects = (0..<10).map { _ in PublishSubject<Int>() }
      _ = Signal.merge(subjects).subscribe(next: { sum &+= $0 })
      // A loop over the subjects themselves would count a reference to each, for each event.
      let borrowed = subjects.map { Unmanaged.passUnretained($0) }
      return { count in
        withExtendedLifetime(subjects) {
          sumWhile {
            for value in 0..<count / 10 {
              for subject in borrowed { subject._withUnsafeGuaranteedRef { $0.next(value) } }
            }
          }
        }
      }
    }
  }
}
