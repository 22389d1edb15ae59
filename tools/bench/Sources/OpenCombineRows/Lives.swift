import Harness
import OpenCombine

extension Contestant {
  mutating func addLives() {
    live = { count, operators in
      let subject = Subject()
      switch operators {
      case 0: return (subject, many(count, subject))
      case 1: return (subject, many(count, subject.map(increment)))
      default: return (subject, many(count, throughFiveOperators(subject)))
      }
    }
    subscribeOnce = { throughFiveOperators(Subject()).sink { sum &+= $0 }.cancel() }
    shared = {
      let subject = UncheckedSendable(Subject())
      let arrivals = Arrivals()
      let kept = UncheckedSendable(subject.value.sink { _ in arrivals.count &+= 1 })
      return Shared(
        send: { subject.value.send($0) }, arrivals: { withExtendedLifetime(kept) { arrivals.count } })
    }
  }
}

/// Each closure has a context, as closures of programs do.
private func many(_ count: Int, _ signal: some Publisher<Int, Never>) -> [AnyCancellable] {
  var handles: [AnyCancellable] = []
  handles.reserveCapacity(count)
  for number in 0..<count { handles.append(signal.sink { sum &+= $0 &+ number }) }
  return handles
}

/// Counts what arrives. A library that delivers on two threads at once would lose some.
private final class Arrivals: @unchecked Sendable {
  // One thread at a time, as the grammar promises; that it holds is what is looked at.
  @exclusivity(unchecked) var count = 0
}

/// Subjects take a lock of their own, but are not declared `Sendable`.
private struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
