import Harness
import Signals

extension Contestant {
  mutating func addSharing() {
    addCycle(.shareReplayCycle) { PublishSubject<Int>().share(replay: 1) }
    addCycle(.shareCycle) { PublishSubject<Int>().share() }
    self[.shareSecond] = {
      let shared = PublishSubject<Int>().share()
      let first = shared.subscribe(next: { sum &+= $0 })
      return { count in withExtendedLifetime(first) { sumWhile { cycle(count, shared) } } }
    }
    self[.shareEvent] = {
      let subject = PublishSubject<Int>()
      _ = subject.share().subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
  }

  private mutating func addCycle(_ row: Row, _ make: @escaping @Sendable () -> Signal<Int>) {
    self[row] = {
      let shared = make()
      return { count in sumWhile { cycle(count, shared) } }
    }
  }
}

/// Adds one, so that a row that is skipped would be noticed.
private func cycle(_ count: Int, _ shared: Signal<Int>) {
  for _ in 0..<count {
    shared.subscribe(next: { sum &+= $0 }).dispose()
    sum &+= 1
  }
}
