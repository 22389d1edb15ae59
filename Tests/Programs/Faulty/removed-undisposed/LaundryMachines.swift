// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a machine that is reserved and not used is removed from the composite, as if that ended the wait for its drum

import Signals

private struct Drum: Sendable {
  let machine: Int
  let turns: Int
}

/// A laundrette: who has put something in is told when the drum stands still.
private final class Laundrette {
  let drums = PublishSubject<Drum>()
  let told = Shared(0)
  private let waiting = CompositeDisposable()
  private var waits: [Int: Subscription] = [:]

  func reserve(_ machine: Int) {
    let wait = drums.filter { $0.machine == machine && $0.turns == 0 }
      .subscribe(next: { [told] _ in told.update { $0 += 1 } })  // LEAK
    waits[machine] = wait
    waiting.add(wait)
  }

  /// Somebody has taken out what was in it.
  func empty(_ machine: Int) { waits.removeValue(forKey: machine)?.dispose() }

  /// Nobody has put anything in.
  func release(_ machine: Int) {
    guard let wait = waits.removeValue(forKey: machine) else { return }
    if mended { wait.dispose() }
    waiting.remove(wait)  // LEAK
  }

  func close() { waiting.dispose() }
}

enum LaundryMachines: LeakProgram {
  static func run() {
    let laundrette = Laundrette()
    for round in 0..<6 {
      for machine in 0..<4 { laundrette.reserve(machine) }
      for turns in [40, 20, 0] {
        for machine in 0..<3 { laundrette.drums.next(Drum(machine: machine, turns: turns)) }
        pause(milliseconds: 3)
      }
      for machine in 0..<4 {
        if machine == round % 3 || machine == 3 {
          laundrette.release(machine)
        } else {
          laundrette.empty(machine)
        }
      }
    }
    for turn in 0..<24 {
      laundrette.drums.next(Drum(machine: turn % 4, turns: turn % 2))
      pause(milliseconds: 2)
    }
    laundrette.close()
    print("told", laundrette.told.value > 0)
  }
}
