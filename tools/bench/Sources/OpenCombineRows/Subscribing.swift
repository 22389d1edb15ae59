import Harness
import OpenCombine

extension Contestant {
  mutating func addSubscribing() {
    self[.coldSubscribe] = {
      let source = Create { _ in }
      return { count in sumWhile { for _ in 0..<count { subscribeAndCancel(source) } } }
    }
    self[.coldSubscribe5] = {
      let signal = throughFiveOperators(Create { _ in })
      return { count in sumWhile { for _ in 0..<count { subscribeAndCancel(signal) } } }
    }
    self[.hotSubscribe] = {
      let subject = Subject()
      return { count in sumWhile { for _ in 0..<count { subscribeAndCancel(subject) } } }
    }
    self[.hotSubscribe5] = {
      let signal = throughFiveOperators(Subject())
      return { count in sumWhile { for _ in 0..<count { subscribeAndCancel(signal) } } }
    }
  }
}

func throughFiveOperators(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
  source.map(increment).filter(isNatural).map(increment).filter(isNatural).map(increment)
}

/// Adds one, so that a row that is skipped would be noticed.
private func subscribeAndCancel(_ signal: some Publisher<Int, Never>) {
  signal.sink { sum &+= $0 }.cancel()
  sum &+= 1
}
