// fault: growth
// verdict: suspect
// proof: run
// says: each upload's progress is combined with the theme, which never ends, and so no row of an upload that is done ever does

import Signals

/// A list of uploads, whose bars are drawn in the colour of the theme.
enum UploadsAndTheme: LeakProgram {
  static func run() {
    let network = QueueScheduler("network")
    let theme = BehaviorRelay(0)
    let uploads = PublishSubject<Int>()
    let drawn = Shared(0)
    let list =
      uploads
      .flatMap { upload in
        let progress = Signal<Int>.interval(.milliseconds(1), on: network).take(4)
          .share(replay: 1, scope: .forever)
        let colour = mended ? theme.take(until: progress.takeLast(1)) : theme.map { $0 }
        return combineLatest(progress, colour)  // LEAK
          .map { percent, colour in percent * 100 + colour + upload }
      }
      .subscribe(next: { _ in drawn.update { $0 += 1 } })
    for upload in 0..<25 {
      uploads.next(upload)
      pause(milliseconds: 6)
      if upload % 8 == 0 { theme.accept(upload) }
    }
    pause(milliseconds: 20)
    print("drawn", drawn.value > 0)
    withExtendedLifetime(list) {}
  }
}
