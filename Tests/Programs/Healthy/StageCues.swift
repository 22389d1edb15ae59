// healthy: a composite to which one is added with each cue
// says: A cue ends by itself when the next scene comes, and the composite lets go of what has ended; the last scene is on at the end.
// allows: nothing

import Signals

/// The desk of a theatre: each cue listens to its own fader until the scene is over.
private final class Desk {
  let faders = PublishSubject<Int>()
  let scenes = PublishSubject<Int>()
  private let cues = CompositeDisposable()
  private let level = Shared(0)

  func begin(_ cue: Int) {
    let fading = faders.filter { $0 % 4 == cue % 4 }.take(until: scenes)
    cues.add(fading.subscribe(next: { [level] fader in level.update { $0 = fader } }))
  }

  func close() { cues.dispose() }
}

enum StageCues: LeakProgram {
  static func run() {
    let desk = Desk()
    for scene in 0..<10 {
      desk.scenes.next(scene)
      for cue in 0..<4 {
        desk.begin(scene * 4 + cue)
        for fader in 0..<8 { desk.faders.next(fader) }
        pause(milliseconds: 3)
      }
    }
    desk.close()
    pause(milliseconds: 5)
  }
}
