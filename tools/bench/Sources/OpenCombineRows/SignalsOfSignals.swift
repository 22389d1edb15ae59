import Harness
import OpenCombine

extension Contestant {
  mutating func addSignalsOfSignals() {
    self[.flatMapSequence] = {
      let thousand = Array(0..<1000)
      let subject = Subject()
      let kept = subject.flatMap { outer in thousand.publisher.map { $0 &+ outer } }.sink { sum &+= $0 }
      return { count in
        withExtendedLifetime(kept) {
          sumWhile { for value in 0..<count / 1000 { subject.send(value) } }
        }
      }
    }
    self[.flatMapCreate] = {
      let subject = Subject()
      let inner = Create { subscriber in
        for value in 0..<1000 { _ = subscriber.receive(value) }
        subscriber.receive(completion: .finished)
      }
      let kept = subject.flatMap { _ in inner }.sink { sum &+= $0 }
      return { count in
        withExtendedLifetime(kept) {
          sumWhile { for value in 0..<count / 1000 { subject.send(value) } }
        }
      }
    }
    addChain(.flatMapJust) { $0.flatMap { Just($0) }.sink { sum &+= $0 } }
    addChain(.switchJust) { $0.map { Just($0) }.switchToLatest().sink { sum &+= $0 } }
    self[.switchHot] = {
      let subject = PassthroughSubject<Subject, Never>()
      let inners = [Subject(), Subject()]
      let kept = subject.switchToLatest().sink { sum &+= $0 }
      return { count in
        withExtendedLifetime(kept) {
          sumWhile {
            for value in 0..<count {
              let inner = inners[value & 1]
              subject.send(inner)
              inner.send(value)
            }
          }
        }
      }
    }
  }

  mutating func addSeveralSources() {
    self[.zip2] = {
      let (left, right) = (Subject(), Subject())
      let kept = left.zip(right).sink { sum &+= $0 &+ $1 }
      return { count in
        withExtendedLifetime(kept) {
          sumWhile {
            for value in 0..<count / 2 {
              left.send(value)
              right.send(value)
            }
          }
        }
      }
    }
    self[.merge10] = {
      // OpenCombine 0.14 has no merge.
      let subjects = (0..<10).map { _ in Subject() }
      let kept = subjects.publisher.flatMap { $0 }.sink { sum &+= $0 }
      let borrowed = subjects.map { Unmanaged.passUnretained($0) }
      return { count in
        withExtendedLifetime((kept, subjects)) {
          sumWhile {
            for value in 0..<count / 10 {
              for subject in borrowed { subject._withUnsafeGuaranteedRef { $0.send(value) } }
            }
          }
        }
      }
    }
  }
}
