import Harness
import Signals

extension Contestant {
  mutating func addSubscribing() {
    addSubscribing(.coldSubscribe, .coldSubscribe5) { Signal<Int>.create { _ in nil } }
    addSubscribing(.hotSubscribe, .hotSubscribe5) { PublishSubject<Int>() }
  }

  private mutating func addSubscribing(
    _ plain: Row, _ throughFive: Row, _ source: @escaping @Sendable () -> Signal<Int>
  ) {
    self[plain] = {
      let signal = source()
      return { count in sumWhile { for _ in 0..<count { subscribeAndDispose(signal) } } }
    }
    self[throughFive] = {
      let signal = throughFiveOperators(source())
      return { count in sumWhile { for _ in 0..<count { subscribeAndDispose(signal) } } }
    }
  }
}

func throughFiveOperators(_ signal: Signal<Int>) -> Signal<Int> {
  signal.map(increment).filter(isNatural).map(increment).filter(isNatural).map(increment)
}

/// Adds one, so that a row that is skipped would be noticed.
private func subscribeAndDispose(_ signal: Signal<Int>) {
  signal.subscribe(next: { sum &+= $0 }).dispose()
  sum &+= 1
}
