// fault: handle-thrown-away
// verdict: likely
// proof: run
// says: each run of the job starts a ticker without an end and throws the handle away; all tick on with their bytes
// source: ReactiveX/RxSwift #2249
// fix: the subscription is put into the bag of the job

import Signals

/// A job that shows how far it is while it runs.
private final class ImportJob {
  private let bag = DisposeBag()
  private let clock: QueueScheduler
  private let beats: Shared<Int>
  private let pages = Shared(0)

  init(on clock: QueueScheduler, beats: Shared<Int>) {
    self.clock = clock
    self.beats = beats
  }

  func run() {
    let page = [UInt8](repeating: 0, count: 1000)
    let ticker = Signal<Int>.interval(.milliseconds(20), on: clock)
      .do(onNext: { [beats] _ in beats.update { $0 += page.count / 1000 } })
    if mended {
      ticker.subscribe().disposed(by: bag)
    } else {
      _ = ticker.subscribe()  // LEAK
    }
    Signal.of(1, 2, 3).subscribe(next: { [pages] number in pages.update { $0 = number } }).disposed(by: bag)
    pause(milliseconds: 8)
  }
}

enum LaunchTickers: LeakProgram {
  static func run() {
    let clock = QueueScheduler("launch")
    let beats = Shared(0)
    let status = BehaviorRelay("starting")
    let shown = status.subscribe(next: { _ in })
    for number in 0..<20 {
      let job = ImportJob(on: clock, beats: beats)
      job.run()
      status.accept("job \(number)")
    }
    pause(milliseconds: 150)
    print("beats", beats.value > 0)
    shown.dispose()
  }
}
