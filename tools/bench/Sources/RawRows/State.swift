import Harness
import RawLimit

extension Contestant {
  mutating func addState() {
    self[.combineLatest2] = {
      let combination = RawCombination { sum &+= $0 &+ $1 }
      let (left, right) = (RawSource(), RawSource())
      left.add(combination.leftInlet)
      right.add(combination.rightInlet)
      return { count in
        left.next(0)
        right.next(0)
        return sumWhile {
          for value in 0..<count / 2 {
            left.next(value)
            right.next(value)
          }
        }
      }
    }
    self[.replayPublish] = {
      let replay = RawReplay(10)
      replay.add(RawSink { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { replay.next(value) } } }
    }
    self[.replaySubscribe] = {
      let replay = RawReplay(1000)
      for value in 0..<1000 { replay.next(value) }
      return { count in
        sumWhile { for _ in 0..<count / 1000 { replay.replay(to: RawSink { sum &+= $0 }) } }
      }
    }
    self[.skip10] = {
      let source = RawSource()
      source.add(RawSkip(RawSink { sum &+= $0 }, 10))
      for value in 0..<10 { source.next(value) }
      return { count in sumWhile { for value in 0..<count { source.next(value) } } }
    }
    self[.distinct] = {
      let source = RawSource()
      source.add(RawDistinct(RawSink { sum &+= $0 }))
      source.next(-1)
      return { count in
        sumWhile {
          for value in 0..<count { source.next(value >> 1) }
          source.next(-1)
        }
      }
    }
  }
}
