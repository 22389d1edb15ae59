// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: every scene adds its composite to the game's, which lets go of none before the game is over

import Signals

/// A game of many short scenes.
enum NestedBags: LeakProgram {
  static func run() {
    let frames = PublishSubject<Int>()
    let game = CompositeDisposable()  // LEAK
    for scene in 0..<40 {
      let actors = CompositeDisposable()
      for actor in 0..<3 {
        actors.add(frames.filter { $0 % 40 == scene + actor }.subscribe(next: { _ in }))  // LEAK
      }
      game.add(actors)  // LEAK
      for frame in 0..<5 { frames.next(scene + frame) }
      pause(milliseconds: 2)
      if mended { actors.dispose() }
    }
    game.dispose()
  }
}
