// healthy: handles thrown away at the start, never ended, beside screens that are disposed
// says: The environment binds the settings to what the whole app reads, once, and for as long as the app runs.
// allows: nothing

import Signals

/// What every part of the app may ask for.
private final class Environment: Sendable {
  static let shared = Environment()

  let settings = PublishSubject<[String: Int]>()
  let theme = MutableProperty(0)
  let volume = MutableProperty(5)
  let language = BehaviorRelay("en")

  private init() {
    _ = settings.compactMap { $0["theme"] }.distinctUntilChanged().bind(to: theme)
    _ = settings.compactMap { $0["volume"] }.bind(to: volume)
    _ = settings.compactMap { $0["language"] }.map { $0 == 0 ? "en" : "de" }.bind(to: language)
  }
}

/// A screen that shows two of these.
private final class Screen {
  private let bag = DisposeBag()
  private let shown = Shared("")

  init(_ environment: Environment) {
    environment.theme.signal.subscribe(next: { [shown] theme in shown.update { $0 = "theme \(theme)" } })
      .disposed(by: bag)
    environment.language.subscribe(next: { [shown] text in shown.update { $0 += text } }).disposed(by: bag)
  }
}

enum AppEnvironment: LeakProgram {
  static func run() {
    let environment = Environment.shared
    for number in 0..<20 {
      let screen = Screen(environment)
      environment.settings.next(["theme": number / 2, "volume": number, "language": number % 2])
      pause(milliseconds: 6)
      withExtendedLifetime(screen) {}
    }
    pause(milliseconds: 30)
  }
}
