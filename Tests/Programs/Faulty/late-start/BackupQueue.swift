// fault: late-start
// verdict: likely
// proof: run
// says: the stop ends what comes into the queue; what waits in it is begun long after

import Signals

/// Backs up folders one after the other, until it is told to stop.
enum BackupQueue: LeakProgram {
  static func run() {
    let clock = QueueScheduler("backup")
    let folders = PublishSubject<Int>()
    let stop = PublishSubject<Void>()
    let copied = Shared(0)

    let copy: @Sendable (Int) -> Signal<Int> = { folder in
      Signal<Int>.interval(.milliseconds(5), on: clock).take(6).map { $0 + folder }
    }
    let backup: Signal<Int>
    if mended {
      backup = folders.concatMap { copy($0) }.take(until: stop)
    } else {
      backup = folders.take(until: stop)
        .concatMap { copy($0) }  // LEAK
    }
    _ = backup.subscribe(next: { _ in copied.update { $0 += 1 } })

    for folder in 0..<12 { folders.next(folder) }
    pause(milliseconds: 50)
    stop.next(())
    pause(milliseconds: 150)
    print("copied \(copied.value)")
  }
}
