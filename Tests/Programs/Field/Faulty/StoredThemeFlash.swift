// fault: default-before-stored-value
// verdict: finding
// proof: nothing-recorded
// says: a setting that is stored begins with its default, so whoever shows it shows the wrong one for a moment
// source: ioannisa/KSafe #15
// fix: the state begins with the value that is read from the store

import Signals

/// Keeps values encrypted; reading one takes a moment, also when it is asked for directly.
private final class Vault: Sendable {
  private let stored = Shared<[String: String]>(["theme": "dark", "language": "fi"])
  private let changes = PublishSubject<String>()
  private let disk = QueueScheduler("disk")

  func direct(_ key: String, default other: String) -> String {
    pause(milliseconds: 2)
    return stored.value[key] ?? other
  }

  func flow(_ key: String, default other: String) -> Signal<String> {
    Signal<String>.deferred { [self] in
      let first = Signal<Int>.timer(after: .milliseconds(4), on: disk).map { [stored] _ in
        stored.value[key] ?? other
      }
      return first.merge(changes.filter { $0 == key }.map { [stored] _ in stored.value[key] ?? other })
    }
  }

  func state(_ key: String, default other: String) -> Property<String> {
    let initial = mended ? direct(key, default: other) : other  // LEAK
    return Property(initial, then: flow(key, default: other).distinctUntilChanged())
  }

  func store(_ key: String, _ value: String) {
    stored.update { $0[key] = value }
    changes.next(key)
  }
}

/// A screen that is drawn anew for each theme.
private final class ThemedScreen: Sendable {
  let drawn = Shared<[String]>([])
  private let theme: Property<String>
  private let language: Property<String>
  private let bag = DisposeBag()

  init(_ vault: Vault) {
    theme = vault.state("theme", default: "light")
    language = vault.state("language", default: "en")
    theme.signal.distinctUntilChanged()
      .subscribe(next: { [drawn] theme in drawn.update { $0.append(theme) } })
      .disposed(by: bag)
    language.signal.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum StoredThemeFlash: LeakProgram {
  static func run() {
    let vault = Vault()
    for opening in 0..<3 {
      let screen = ThemedScreen(vault)
      pause(milliseconds: 20)
      if opening == 1 { vault.store("theme", "black") }
      pause(milliseconds: 10)
      print("drawn", screen.drawn.value)
    }
  }
}
