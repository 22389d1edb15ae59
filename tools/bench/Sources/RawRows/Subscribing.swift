import Harness
import RawLimit

extension Contestant {
  mutating func addSubscribing() {
    self[.coldSubscribe] = {
      { count in
        sumWhile {
          for _ in 0..<count {
            RawSubscription(RawSink { sum &+= $0 }).dispose()
            sum &+= 1
          }
        }
      }
    }
    self[.coldSubscribe5] = {
      { count in
        sumWhile {
          for _ in 0..<count {
            let half = RawFilter(RawMap(RawSink { sum &+= $0 }, increment), isNatural)
            RawSubscription(RawMap(RawFilter(RawMap(half, increment), isNatural), increment)).dispose()
            sum &+= 1
          }
        }
      }
    }
  }

  mutating func addSignalsOfSignals() {
    self[.flatMapSequence] = {
      let sink = RawSink { sum &+= $0 }
      return { count in
        sumWhile { for outer in 0..<count / 1000 { rawRange(1000, to: RawMap(sink) { $0 &+ outer }) } }
      }
    }
    self[.flatMapCreate] = {
      let sink = RawSink { sum &+= $0 }
      return { count in sumWhile { for _ in 0..<count / 1000 { rawRange(1000, to: sink) } } }
    }
    self[.flatMapJust] = {
      let sink = RawSink { sum &+= $0 }
      return { count in
        sumWhile {
          for value in 0..<count {
            let inner = RawSubscription(sink)
            sink.next(value)
            inner.dispose()
          }
        }
      }
    }
    self[.switchHot] = {
      let sink = RawSink { sum &+= $0 }
      let subjects = [RawSource(), RawSource()]
      return { count in
        sumWhile {
          for value in 0..<count {
            let subscription = RawSubscription(sink)
            subjects[value & 1].replace(sink)
            subjects[value & 1].next(value)
            subscription.dispose()
          }
        }
      }
    }
  }
}
