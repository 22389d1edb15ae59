// fault: growth
// verdict: suspect
// proof: run
// says: what a level hears is stopped by the life of the application, not by that of the level

import Signals

private final class Level: Sendable {
  let life = Lifetime.make()
  let heard = Shared(0)

  func play(_ music: PublishSubject<Int>, application: Lifetime) {
    _ =
      music
      .take(during: mended ? life.lifetime : application)
      .subscribe(next: { [heard] _ in heard.update { $0 += 1 } })  // LEAK
  }
}

/// Plays one level after the other.
enum LevelsOfTheApp: LeakProgram {
  static func run() {
    let application = Lifetime.make()
    let music = PublishSubject<Int>()
    for number in 0..<20 {
      let level = Level()
      level.play(music, application: application.lifetime)
      for beat in 0..<3 {
        music.next(number * 10 + beat)
        pause(milliseconds: 2)
      }
      withExtendedLifetime(level) {}
    }
    withExtendedLifetime(application) {}
  }
}
