// fault: endless-inner
// verdict: finding
// proof: run
// says: the progress of an episode does not complete at 100 percent, so concatMap never begins the second of six downloads

import Signals

private final class EpisodeDownloader: Sendable {
  private let percents = (0..<6).map { _ in BehaviorRelay(0) }

  func progress(of episode: Int) -> Signal<Int> {
    if mended { return percents[episode].take(inclusive: true, while: { $0 < 100 }) }
    return percents[episode].filter { $0 <= 100 }  // LEAK
  }

  func receive(_ percent: Int, of episode: Int) { percents[episode].accept(percent) }
}

/// A podcast app that downloads the episodes one after another, in the order of the taps.
private struct ShelfViewModel {
  let taps = PublishSubject<Int>()
  let progress: Signal<Int>

  init(_ downloader: EpisodeDownloader) {
    progress = taps.concatMap { downloader.progress(of: $0) }  // LEAK
  }
}

enum EpisodeQueue: LeakProgram {
  static func run() {
    let downloader = EpisodeDownloader()
    let shelf = ShelfViewModel(downloader)
    let finished = Shared(0)
    let bag = DisposeBag()
    shelf.progress
      .subscribe(next: { percent in
        if percent == 100 { finished.update { $0 += 1 } }
      })
      .disposed(by: bag)
    for episode in 0..<6 { shelf.taps.next(episode) }
    for episode in 0..<6 {
      for percent in [25, 50, 75, 100] {
        downloader.receive(percent, of: episode)
        pause(milliseconds: 4)
      }
    }
    bag.dispose()
    print("finished", finished.value, "of 6")
  }
}
