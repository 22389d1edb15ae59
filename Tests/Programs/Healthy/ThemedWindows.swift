// healthy: begun with the recording, alive at its end, beside siblings that were disposed
// says: The service follows the theme as long as the application runs; each window follows it as long as it is open.
// allows: nothing

import Glibc
import Signals

private final class ThemeService: Sendable {
  let theme = BehaviorSubject("light")
  private let bag = DisposeBag()
  private let current = Shared("")

  init() { theme.subscribe(next: { [current] new in current.update { $0 = new } }).disposed(by: bag) }
}

private final class Window {
  private let following: ScopedDisposable

  init(_ service: ThemeService) {
    following = ScopedDisposable(service.theme.distinctUntilChanged().subscribe(next: { _ in }))
  }
}

enum ThemedWindows: LeakProgram {
  static func run() {
    let service = ThemeService()
    for number in 0..<12 {
      let window = Window(service)
      service.theme.next(number % 2 == 0 ? "dark" : "light")
      pause(milliseconds: 6)
      withExtendedLifetime(window) {}
    }
    for _ in 0..<12 {
      service.theme.next("sepia")
      pause(milliseconds: 5)
    }
    withExtendedLifetime(service) { exit(0) }
  }
}
