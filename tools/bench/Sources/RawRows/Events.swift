import Harness
import RawLimit

extension Contestant {
  mutating func addFanOut(_ row: Row, _ subscribers: Int) {
    self[row] = {
      let source = RawSource(capacity: subscribers)
      for _ in 0..<subscribers { source.add(RawSink { sum &+= $0 }) }
      return { count in sumWhile { for value in 0..<count / subscribers { source.next(value) } } }
    }
  }

  mutating func addChains() {
    self[.chain] = {
      let source = RawSource()
      source.add(RawMap(RawFilter(RawMap(RawSink { sum &+= $0 }) { $0 &+ 1 }) { $0 >= 0 }) { $0 &+ 1 })
      return { count in sumWhile { for value in 0..<count { source.next(value) } } }
    }
    self[.chainCapturing] = {
      let source = RawSource()
      let (one, least, two) = (increment(0), increment(-1), increment(1))
      source.add(
        RawMap(RawFilter(RawMap(RawSink { sum &+= $0 }) { $0 &+ two }) { $0 >= least }) { $0 &+ one })
      return { count in sumWhile { for value in 0..<count { source.next(value) } } }
    }
    self[.chainString] = {
      let sink = RawStringSink { sum &+= $0.utf8.count }
      let chain = RawStringMap(RawStringFilter(RawStringMap(sink) { $0 }) { !$0.isEmpty }) { $0 }
      let text = String(repeating: "text", count: 16)
      return { count in sumWhile { for _ in 0..<count { chain.next(text) } } }
    }
    self[.coldChain] = {
      { count in
        sumWhile {
          let sink = RawSink { sum &+= $0 }
          rawRange(count, to: RawMap(RawFilter(RawScan(sink, 0) { $0 &+ $1 }) { $0 >= 0 }) { $0 &+ 1 })
        }
      }
    }
  }

  mutating func addLongChains() {
    self[.tenMaps] = {
      var chain: RawStage = RawSink { sum &+= $0 }
      for _ in 0..<10 { chain = RawMap(chain, increment) }
      let source = RawSource()
      source.add(chain)
      return { count in sumWhile { for value in 0..<count { source.next(value) } } }
    }
    self[.fiveMapFilter] = {
      var chain: RawStage = RawSink { sum &+= $0 }
      for _ in 0..<5 { chain = RawMap(RawFilter(chain, isNatural), increment) }
      let source = RawSource()
      source.add(chain)
      return { count in sumWhile { for value in 0..<count { source.next(value) } } }
    }
  }
}
