// healthy: repeat begins a poll again and again, for as long as it likes
// says: Each poll waits before it looks, and the stop stands below the repeat: when the smoke is blue, it is over.
// allows: nothing

import Signals

private enum Smoke: Sendable, Equatable {
  case white, yellow, blue
}

private final class Kiln: Sendable {
  private let minutes = Shared(0)

  /// The colour of the smoke, which tells how far the wood is.
  func look() -> Smoke {
    let minute = minutes.update {
      $0 += 1
      return $0
    }
    return minute % 12 == 0 ? .blue : minute % 12 > 7 ? .yellow : .white
  }
}

/// Looks after the kilns, each until its wood has become coal.
private struct Burner: Sendable {
  let clock = QueueScheduler("burner")

  func watch(_ kiln: Kiln) -> Signal<Smoke> {
    Signal<Int>.timer(after: .milliseconds(2), on: clock)
      .map { _ in kiln.look() }
      .repeat()
      .distinctUntilChanged()
      .take(inclusive: true, until: { $0 == .blue })
  }
}

enum CharcoalKiln: LeakProgram {
  static func run() {
    let burner = Burner()
    let seen = Shared<[Smoke]>([])
    for _ in 0..<5 {
      let isReady = Flag()
      _ = burner.watch(Kiln())
        .subscribe(next: { smoke in seen.update { $0.append(smoke) } }, completed: { isReady.raise() })
      isReady.wait()
    }
    pause(milliseconds: 20)
    print("colours", seen.value.count)
  }
}
