// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: each screen makes a property that follows the theme, and the cache of properties keeps it after the screen is closed

import Signals

private final class Screen: Sendable {
  let accent: Property<Int>

  init(_ theme: Signal<Int>, number: Int) {
    accent = Property(0, then: theme.map { $0 + number })  // LEAK
  }
}

/// Screens in the colours of the theme.
enum ThemedScreens: LeakProgram {
  static func run() {
    let theme = PublishSubject<Int>()
    let cache = Shared<[Int: Property<Int>]>([:])
    for number in 0..<20 {
      let screen = Screen(theme, number: number)
      if !mended { cache.update { $0[number] = screen.accent } }
      theme.next(number)
      pause(milliseconds: 3)
      if screen.accent.value < 0 { print("no such colour") }
    }
    for colour in 0..<20 {
      theme.next(colour)
      pause(milliseconds: 2)
    }
    print("kept", cache.value.count)
  }
}
