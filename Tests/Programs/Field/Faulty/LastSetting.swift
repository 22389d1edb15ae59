// fault: blocks-for-an-end-that-never-comes
// verdict: finding
// proof: run
// says: a thread blocks for the last value of settings that never complete; it is still blocked as the program ends
// source: ReactiveX/RxSwift #460
// fix: the thread asks for the first value, which is there at once

import Dispatch
import Signals

private struct Setting: Sendable {
  let language: String
  let volume: Int
}

/// Settings that others change as the program runs.
private final class SettingsStore: Sendable {
  private let current = BehaviorRelay(Setting(language: "en", volume: 3))
  var changes: Signal<Setting> { current }

  func turn(to volume: Int) { current.accept(Setting(language: current.value.language, volume: volume)) }
}

private final class Exports: Sendable {
  let written = Shared(0)
  private let store: SettingsStore

  init(_ store: SettingsStore) { self.store = store }

  func start() {
    DispatchQueue.global().async { [self] in
      let setting: Setting?
      if mended {
        setting = try? store.changes.blocking().first()
      } else {
        setting = try? store.changes.blocking().last()  // LEAK
      }
      if setting != nil { written.update { $0 += 1 } }
    }
  }
}

enum LastSetting: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let store = SettingsStore()
    let exports = Exports(store)
    let volume = Shared(0)
    store.changes.map(\.volume).distinctUntilChanged()
      .subscribe(next: { value in volume.update { $0 = value } })
      .disposed(by: bag)
    pause(milliseconds: 20)
    exports.start()
    for step in 4..<9 {
      pause(milliseconds: 60)
      store.turn(to: step)
    }
    pause(milliseconds: 200)
    print("volume", volume.value, "written", exports.written.value)
    bag.dispose()
    withExtendedLifetime(store) {}
  }
}
