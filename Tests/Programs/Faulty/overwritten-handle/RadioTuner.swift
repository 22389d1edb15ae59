// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a station that is chosen again overwrites the handle under its own name in the dictionary

import Signals

/// A radio that plays several stations, each until it is switched off.
enum RadioTuner: LeakProgram {
  static func run() {
    let waves = PublishSubject<Int>()
    var playing: [String: Subscription] = [:]
    for station in ["one", "two", "one", "three", "two", "one"] {
      if mended { playing[station]?.dispose() }
      playing[station] = waves.map { $0 + station.count }.subscribe(next: { _ in })  // LEAK
      waves.next(station.count)
    }
    for station in playing.values { station.dispose() }
    playing = [:]
    for wave in 0..<15 { waves.next(wave) }
    pause(milliseconds: 20)
  }
}
