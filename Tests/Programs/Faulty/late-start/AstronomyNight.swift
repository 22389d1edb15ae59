// fault: late-start
// verdict: likely
// proof: run
// says: a night that clouds end before any observation is empty, and so the switch to the all-sky camera begins after the stop

import Signals

private struct Image: Sendable {
  let exposure: Int
}

/// A dome: it shows what the telescope sees, or the camera of the whole sky if that has nothing at all.
private final class Dome: Sendable {
  let telescope = PublishSubject<Image>()
  let clouds = PublishSubject<Void>()
  private let allSky: Signal<Image>

  init(_ allSky: Signal<Image>) { self.allSky = allSky }

  func beginNight(_ shown: Shared<Int>) {
    let images: Signal<Image>
    if mended {
      images = telescope.switchIfEmpty(allSky).take(until: clouds)
    } else {
      images = telescope.take(until: clouds)  // LEAK
        .switchIfEmpty(allSky)  // LEAK
    }
    _ = images.subscribe(next: { _ in shown.update { $0 += 1 } })
  }
}

enum AstronomyNight: LeakProgram {
  static func run() {
    let allSky = PublishSubject<Image>()
    let archive = allSky.map(\.exposure).subscribe(next: { _ in })
    let shown = Shared(0)
    for night in 0..<8 {
      let dome = Dome(allSky)
      dome.beginNight(shown)
      if night % 2 == 0 { for step in 0..<3 { dome.telescope.next(Image(exposure: step)) } }
      allSky.next(Image(exposure: night))
      pause(milliseconds: 4)
      dome.clouds.next(())
    }
    for step in 0..<35 {
      allSky.next(Image(exposure: step))
      pause(milliseconds: 2)
    }
    print("shown", shown.value)
    archive.dispose()
  }
}
