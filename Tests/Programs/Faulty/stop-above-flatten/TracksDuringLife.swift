// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the life of the mini player ends the choice of tracks above flatMapLatest, but not the position of the track that plays

import Signals

private struct AudioEngine: Sendable {
  let positions = PublishSubject<(track: Int, second: Int)>()

  func position(of track: Int) -> Signal<Int> {
    positions.filter { $0.track == track }.map { $0.second }
  }
}

/// A strip at the bottom of a screen that shows what plays; each screen has one of its own.
private final class MiniPlayer {
  private let (lifetime, token) = Lifetime.make()

  init(_ tracks: Signal<Int>, _ engine: AudioEngine, drawn: Shared<Int>) {
    let draw: @Sendable (Int) -> Void = { _ in drawn.update { $0 += 1 } }
    if mended {
      _ =
        tracks
        .flatMapLatest { engine.position(of: $0) }
        .take(during: lifetime)
        .subscribe(next: draw)
    } else {
      _ =
        tracks
        .take(during: lifetime)  // LEAK
        .flatMapLatest { engine.position(of: $0) }  // LEAK
        .subscribe(next: draw)
    }
  }
}

enum TracksDuringLife: LeakProgram {
  static func run() {
    let engine = AudioEngine()
    let track = MutableProperty(0)
    let drawn = Shared(0)
    for screen in 0..<5 {
      let strip = MiniPlayer(track.signal, engine, drawn: drawn)
      track.set(screen)
      for second in 0..<4 { engine.positions.next((track: screen, second: second)) }
      pause(milliseconds: 10)
      withExtendedLifetime(strip) {}
    }
    let before = drawn.value
    for screen in 0..<5 { engine.positions.next((track: screen, second: 9)) }
    print("drawn", drawn.value - before, "times by strips that are gone")
  }
}
