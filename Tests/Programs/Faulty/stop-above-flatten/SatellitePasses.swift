// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the end of the shift stops the rises above the switch; the satellite that rose last is received on

import Signals

private struct Frame: Sendable {
  let satellite: String
  let volts: Double
}

/// A ground station: one antenna, which follows whatever rose last.
private final class Station: Sendable {
  let rises = PublishSubject<String>()
  let shiftOver = PublishSubject<Void>()
  let heard = Shared(0)
  private let downlink: Signal<Frame>

  init(_ downlink: Signal<Frame>) { self.downlink = downlink }

  private func frames(of satellite: String) -> Signal<Frame> {
    downlink.filter { $0.satellite == satellite }
  }

  func beginShift() {
    let frames: Signal<Frame>
    if mended {
      frames = rises.map { self.frames(of: $0) }.switchToLatest().take(until: shiftOver)
    } else {
      frames = rises.take(until: shiftOver)  // LEAK
        .map { self.frames(of: $0) }
        .switchToLatest()  // LEAK
    }
    _ = frames.subscribe(next: { [heard] _ in heard.update { $0 += 1 } })
  }
}

enum SatellitePasses: LeakProgram {
  static func run() {
    let downlink = PublishSubject<Frame>()
    let recorder = downlink.map(\.volts).subscribe(next: { _ in })
    for _ in 0..<4 {
      let station = Station(downlink)
      station.beginShift()
      for satellite in ["noaa 19", "metop b", "iss"] {
        station.rises.next(satellite)
        for step in 0..<4 { downlink.next(Frame(satellite: satellite, volts: 27.5 + Double(step))) }
        pause(milliseconds: 4)
      }
      station.shiftOver.next(())
      pause(milliseconds: 5)
    }
    for step in 0..<40 {
      downlink.next(Frame(satellite: "iss", volts: Double(step)))
      pause(milliseconds: 2)
    }
    recorder.dispose()
  }
}
