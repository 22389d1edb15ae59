// fault: growth
// verdict: suspect
// proof: run
// says: each reload binds the stored settings to the relay once more, beside the bindings that are there

import Signals

private final class Settings: Sendable {
  let shown = BehaviorRelay(0)
  private let stored = PublishRelay<Int>()
  private let binding = SerialDisposable()

  func reload(_ number: Int) {
    if mended {
      binding.inner = stored.map { $0 + number }.bind(to: shown)
    } else {
      _ = stored.map { $0 + number }.bind(to: shown)  // LEAK
    }
    stored.accept(number)
  }
}

/// Reloads the settings whenever the application comes to the front.
enum StoredSettings: LeakProgram {
  static func run() {
    let settings = Settings()
    for number in 0..<24 {
      settings.reload(number)
      pause(milliseconds: 5)
    }
    print(settings.shown.value)
  }
}
