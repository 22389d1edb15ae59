import Harness
import Signals

extension Contestant {
  mutating func addReplay() {
    self[.replayPublish] = {
      let subject = ReplaySubject<Int>(capacity: 10)
      _ = subject.subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.replaySubscribe] = {
      let subject = ReplaySubject<Int>(capacity: 1000)
      for value in 0..<1000 { subject.next(value) }
      return { count in
        sumWhile {
          for _ in 0..<count / 1000 { subject.subscribe(next: { sum &+= $0 }).dispose() }
        }
      }
    }
  }
}
