// fault: stop-seen-at-next-value
// verdict: suspect
// proof: run
// says: who observes a setting is seen to have left only when its key changes next; a quiet key keeps all of them for ever
// source: manaflow-ai/cmux #5309
// fix: the observation of the store is removed at once as the observer leaves

import Signals

/// Settings of an application. Each change is announced by its key.
private final class SettingsStore: Sendable {
  private let changed = PublishSubject<String>()
  private let values = Shared<[String: Bool]>(["sound": true, "beta": false, "sync": true])

  func set(_ key: String, _ value: Bool) {
    values.update { $0[key] = value }
    changed.next(key)
  }

  /// The value of a key, now and as it changes.
  func values(for key: String) -> Signal<Bool> {
    Signal<Bool>.create { [changed, values] subscriber in
      subscriber.next(values.value[key] ?? false)
      let observation =
        changed
        .filter { $0 == key }
        .take(while: { _ in subscriber.isOpen })
        .subscribe(next: { _ in subscriber.next(values.value[key] ?? false) })  // LEAK
      return mended ? observation : nil
    }
    .distinctUntilChanged()
  }
}

/// A row of the settings window, made anew each time the window is drawn.
private final class ToggleModel: Sendable {
  let isOn = Shared(false)
  private let bag = DisposeBag()

  init(_ key: String, _ store: SettingsStore) {
    store.values(for: key).subscribe(next: { [isOn] value in isOn.update { $0 = value } }).disposed(by: bag)
  }
}

enum SettingsKeys: LeakProgram {
  static func run() {
    let store = SettingsStore()
    let player = store.values(for: "sound").subscribe(next: { _ in })
    for drawing in 0..<14 {
      let rows = ["sound", "beta", "sync"].map { ToggleModel($0, store) }
      pause(milliseconds: 5)
      store.set("sound", drawing % 2 == 0)
      pause(milliseconds: 5)
      withExtendedLifetime(rows) {}
    }
    pause(milliseconds: 20)
    store.set("sound", true)
    player.dispose()
  }
}
