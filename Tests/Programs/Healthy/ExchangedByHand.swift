// healthy: swapped out of a serial disposable undisposed
// says: What swap hands back is given to an archive, which disposes it later: a fade-out.
// allows: nothing

import Signals

private let frames = PublishSubject<Int>()
private let playing = SerialDisposable()
private let fading = CompositeDisposable()

enum ExchangedByHand: LeakProgram {
  static func run() {
    for track in 0..<6 {
      let old = playing.swap(frames.map { $0 + track }.subscribe(next: { _ in }))
      if let old { fading.add(old) }
      for frame in 0..<5 {
        frames.next(frame)
        pause(milliseconds: 1)
      }
    }
    fading.dispose()
    for frame in 0..<20 {
      frames.next(frame)
      pause(milliseconds: 2)
    }
    playing.dispose()
    pause(milliseconds: 20)
  }
}
