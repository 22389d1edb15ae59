import Harness
import Signals

extension Contestant {
  mutating func addSignalsOfSignals() {
    self[.flatMapSequence] = {
      let thousand = Array(0..<1000)
      let subject = PublishSubject<Int>()
      _ = subject.flatMap { outer in Signal<Int>.from(thousand).map { $0 &+ outer } }.subscribe(next: {
        sum &+= $0
      })
      return { count in sumWhile { for value in 0..<count / 1000 { subject.next(value) } } }
    }
    self[.flatMapCreate] = {
      let subject = PublishSubject<Int>()
      let inner = Signal<Int>.create { subscriber in
        for value in 0..<1000 { subscriber.next(value) }
        subscriber.completed()
        return nil
      }
      _ = subject.flatMap { _ in inner }.subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count / 1000 { subject.next(value) } } }
    }
    self[.flatMapJust] = {
      let subject = PublishSubject<Int>()
      _ = subject.flatMap { Signal<Int>.just($0) }.subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.concatMapJust] = {
      let subject = PublishSubject<Int>()
      _ = subject.concatMap { Signal<Int>.just($0) }.subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.switchHot] = {
      let subject = PublishSubject<Signal<Int>>()
      let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
      _ = subject.switchToLatest().subscribe(next: { sum &+= $0 })
      return { count in
        sumWhile {
          for value in 0..<count {
            let inner = inners[value & 1]
            subject.next(inner)
            inner.next(value)
          }
        }
      }
    }
    self[.switchJust] = {
      let subject = PublishSubject<Int>()
      _ = subject.map { Signal<Int>.just($0) }.switchToLatest().subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
  }
}
