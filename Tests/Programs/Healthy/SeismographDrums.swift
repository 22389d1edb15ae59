// healthy: an array of handles that is disposed one by one as the last thing of all, while threads send
// says: Six drums write from the first moment to the last; the quakes do not stop because the observatory closes.
// allows: nothing

import Dispatch
import Signals

private struct Shake: Sendable {
  let station: Int
  let amplitude: Int
}

/// An observatory with a drum for each of its stations.
enum SeismographDrums: LeakProgram {
  static func run() {
    let ground = PublishSubject<Shake>()
    let written = Shared(0)
    for station in 0..<2 {
      DispatchQueue.global().async {
        var step = 0
        while true {
          ground.next(Shake(station: (step * 2 + station) % 6, amplitude: step * 37 % 90))
          step += 1
          if step % 4 == 0 { pause(milliseconds: 1) }
        }
      }
    }
    let drums = (0..<6).map { station in
      ground.filter { $0.station == station }
        .map(\.amplitude)
        .combinePrevious(0) { max($0, $1) }
        .filter { $0 > 20 }
        .subscribe(next: { _ in written.update { $0 += 1 } })
    }
    pause(milliseconds: 180)
    for drum in drums { drum.dispose() }
  }
}
