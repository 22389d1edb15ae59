// healthy: observers that are never disposed
// says: The parts of the main window follow the theme from the start to the exit of the app, which disposes nothing.
// allows: nothing

import Glibc
import Signals

private enum Theme: Sendable {
  case light
  case dark
}

private struct ThemeStore: Sendable {
  let theme = BehaviorRelay(Theme.light)

  /// For whatever lives as long as the app.
  func onChange(_ apply: @escaping @Sendable (Theme) -> Void) {
    _ = theme.distinctUntilChanged().subscribe(next: apply)
  }
}

private struct MainWindow {
  private let parts = ["toolbar", "sidebar", "canvas", "inspector", "status", "minimap", "tabs", "menu"]

  func follow(_ store: ThemeStore, paint: @escaping @Sendable (String, Theme) -> Void) {
    for part in parts {
      store.onChange { theme in paint(part, theme) }
    }
  }
}

enum ThemeForLife: LeakProgram {
  static func run() {
    let store = ThemeStore()
    let painted = Shared<[String: Int]>([:])
    let window = MainWindow()
    window.follow(store) { part, _ in painted.update { $0[part, default: 0] += 1 } }
    for evening in 0..<20 {
      store.theme.accept(evening % 2 == 0 ? .dark : .light)
      pause(milliseconds: 5)
    }
    print("parts", painted.value.count, "paintings each", painted.value["canvas"] ?? 0)
    exit(0)
  }
}
