import Harness
import Signals

extension Contestant {
  mutating func addLives() {
    live = { count, operators in
      let subject = PublishSubject<Int>()
      let signal: Signal<Int> =
        switch operators {
        case 0: subject
        case 1: subject.map(increment)
        default: throughFiveOperators(subject)
        }
      var handles: [Subscription] = []
      handles.reserveCapacity(count)
      // Each closure has a context, as closures of programs do.
      for number in 0..<count { handles.append(signal.subscribe(next: { sum &+= $0 &+ number })) }
      return (subject, handles)
    }
    subscribeOnce = {
      throughFiveOperators(PublishSubject<Int>()).subscribe(next: { sum &+= $0 }).dispose()
    }
    shared = {
      let subject = PublishSubject<Int>()
      let arrivals = Arrivals()
      _ = subject.subscribe(next: { _ in arrivals.count &+= 1 })
      return Shared(send: { subject.next($0) }, arrivals: { arrivals.count })
    }
  }
}

/// Counts what arrives. A library that delivers on two threads at once would lose some.
final class Arrivals: @unchecked Sendable {
  // One thread at a time, as the grammar promises; that it holds is what is looked at.
  @exclusivity(unchecked) var count = 0
}
