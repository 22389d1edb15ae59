// fault: retry-storm
// verdict: finding
// proof: run
// says: the key of the machine has expired, pairing is refused at once, and retry() asks again without a pause or an end

import Signals

private struct KeyExpired: Error {}

/// A coffee machine that pairs with a telephone, if that has a key which still holds.
private final class CoffeeMachine: Sendable {
  let attempts = Shared(0)

  func pair(_ key: Int) async throws -> String {
    attempts.update { $0 += 1 }
    await Task.yield()
    guard key > 100 else { throw KeyExpired() }
    return "paired"
  }
}

private final class Telephone: Sendable {
  private let status = MutableProperty("pairing")
  private let clock = QueueScheduler("telephone")

  func pair(with machine: CoffeeMachine, _ key: Int) -> Subscription {
    let pairing = Signal<String>.fromAsync { try await machine.pair(key) }
    let attempts =
      mended
      ? pairing.retry(upTo: 3, interval: .milliseconds(20), on: clock)
      : pairing.retry()  // LEAK
    return attempts.subscribe(
      next: { [status] new in status.set(new) },
      error: { [status] _ in status.set("ask for a new key") })
  }

  var shown: String { status.value }
}

enum CoffeeMachinePairing: LeakProgram {
  static func run() {
    let machine = CoffeeMachine()
    let telephone = Telephone()
    let good = telephone.pair(with: machine, 101)
    pause(milliseconds: 20)
    good.dispose()
    print(telephone.shown)
    let expired = telephone.pair(with: machine, 7)
    pause(milliseconds: 200)
    expired.dispose()
    print(telephone.shown, "after more than one attempt:", machine.attempts.value > 1)
  }
}
