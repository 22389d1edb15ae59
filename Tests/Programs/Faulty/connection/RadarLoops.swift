// fault: connection
// verdict: suspect
// proof: run
// says: each map that is opened replays the radar for itself; the map is closed, what replayLast() has connected goes on

import Signals

/// A weather radar that turns for ever.
private final class Radar: Sendable {
  let decoded = Shared(0)
  private let sweeps: Signal<Int>

  init(_ clock: QueueScheduler) { sweeps = Signal<Int>.interval(.milliseconds(4), on: clock) }

  func images(of region: Int) -> Signal<String> {
    let images = sweeps.map { [decoded] sweep in
      decoded.update { $0 += 1 }
      return "region \(region), sweep \(sweep)"
    }
    return mended ? images.share(replay: 1) : images.replayLast()  // LEAK
  }
}

private final class WeatherMap {
  private let bag = DisposeBag()
  private let title = MutableProperty("")
  private let layers = Shared(0)

  init(_ images: Signal<String>) {
    images.bind(to: title).disposed(by: bag)
    images.subscribe(next: { [layers] _ in layers.update { $0 += 1 } }).disposed(by: bag)
  }

  var text: String { title.value }
}

enum RadarLoops: LeakProgram {
  static func run() {
    let clock = QueueScheduler("radar")
    let radar = Radar(clock)
    var shown = 0
    for region in 0..<12 {
      let map = WeatherMap(radar.images(of: region))
      pause(milliseconds: 14)
      if !map.text.isEmpty { shown += 1 }
    }
    pause(milliseconds: 80)
    print("maps shown", shown > 0, "decoded", radar.decoded.value > 0)
  }
}
