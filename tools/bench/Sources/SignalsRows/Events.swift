import Harness
import Signals

extension Contestant {
  mutating func addEvents() {
    addFanOut(.fanOut1, 1)
    addFanOut(.fanOut10, 10)
    addFanOut(.fanOut1000, 1000)
    addChains()
    addLongChains()
    self[.coldChain] = {
      { count in
        let cold = Signal<Int>.create { subscriber in
          for value in 0..<count { subscriber.next(value) }
          subscriber.completed()
          return nil
        }
        let chain = cold.map { $0 &+ 1 }.filter { $0 >= 0 }.scan(0) { $0 &+ $1 }
        return sumWhile { _ = chain.subscribe(next: { sum &+= $0 }) }
      }
    }
  }

  private mutating func addFanOut(_ row: Row, _ subscribers: Int) {
    self[row] = {
      let subject = PublishSubject<Int>()
      for _ in 0..<subscribers { _ = subject.subscribe(next: { sum &+= $0 }) }
      return { count in sumWhile { for value in 0..<count / subscribers { subject.next(value) } } }
    }
  }

  private mutating func addChains() {
    self[.chain] = {
      let subject = PublishSubject<Int>()
      _ = subject.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }.subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.chainCapturing] = {
      let subject = PublishSubject<Int>()
      let (one, least, two) = (increment(0), increment(-1), increment(1))
      _ = subject.map { $0 &+ one }.filter { $0 >= least }.map { $0 &+ two }.subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.chainString] = {
      let subject = PublishSubject<String>()
      _ = subject.map { $0 }.filter { !$0.isEmpty }.map { $0 }.subscribe(next: { sum &+= $0.utf8.count })
      let text = String(repeating: "text", count: 16)
      return { count in sumWhile { for _ in 0..<count { subject.next(text) } } }
    }
  }

  private mutating func addLongChains() {
    self[.tenMaps] = {
      let subject = PublishSubject<Int>()
      let half = subject.map(increment).map(increment).map(increment).map(increment).map(increment)
      _ = half.map(increment).map(increment).map(increment).map(increment).map(increment)
        .subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.fiveMapFilter] = {
      let subject = PublishSubject<Int>()
      _ = subject.map(increment).filter(isNatural).map(increment).filter(isNatural).map(increment)
        .filter(isNatural).map(increment).filter(isNatural).map(increment).filter(isNatural)
        .subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
  }
}
