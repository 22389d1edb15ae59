import Harness
import OpenCombine

typealias Subject = PassthroughSubject<Int, Never>

extension Contestant {
  mutating func addEvents() {
    addFanOut(.fanOut1, 1)
    addFanOut(.fanOut10, 10)
    addFanOut(.fanOut1000, 1000)
    addChain(.chain) { $0.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }.sink { sum &+= $0 } }
    let (one, least, two) = (increment(0), increment(-1), increment(1))
    addChain(.chainCapturing) {
      $0.map { $0 &+ one }.filter { $0 >= least }.map { $0 &+ two }.sink { sum &+= $0 }
    }
    addChain(.tenMaps) {
      let half = $0.map(increment).map(increment).map(increment).map(increment).map(increment)
      return half.map(increment).map(increment).map(increment).map(increment).map(increment)
        .sink { sum &+= $0 }
    }
    addChain(.fiveMapFilter) {
      $0.map(increment).filter(isNatural).map(increment).filter(isNatural).map(increment)
        .filter(isNatural).map(increment).filter(isNatural).map(increment).filter(isNatural)
        .sink { sum &+= $0 }
    }
    self[.chainString] = {
      let subject = PassthroughSubject<String, Never>()
      let kept = subject.map { $0 }.filter { !$0.isEmpty }.map { $0 }.sink { sum &+= $0.utf8.count }
      let text = String(repeating: "text", count: 16)
      return { count in
        withExtendedLifetime(kept) { sumWhile { for _ in 0..<count { subject.send(text) } } }
      }
    }
    self[.coldChain] = {
      { count in
        let source = Create { subscriber in
          for value in 0..<count { _ = subscriber.receive(value) }
          subscriber.receive(completion: .finished)
        }
        let chain = source.map { $0 &+ 1 }.filter { $0 >= 0 }.scan(0) { $0 &+ $1 }
        return sumWhile { _ = chain.sink { sum &+= $0 } }
      }
    }
  }

  private mutating func addFanOut(_ row: Row, _ subscribers: Int) {
    self[row] = {
      let subject = Subject()
      let kept = (0..<subscribers).map { _ in subject.sink { sum &+= $0 } }
      return { count in
        withExtendedLifetime(kept) {
          sumWhile { for value in 0..<count / subscribers { subject.send(value) } }
        }
      }
    }
  }

  /// A chain behind a subject that is sent the numbers from 0.
  mutating func addChain(_ row: Row, _ make: @escaping @Sendable (Subject) -> AnyCancellable) {
    self[row] = {
      let subject = Subject()
      let kept = make(subject)
      return { count in
        withExtendedLifetime(kept) { sumWhile { for value in 0..<count { subject.send(value) } } }
      }
    }
  }
}
