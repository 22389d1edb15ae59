// healthy: take(n) above flatMap, no inner signal has ended
// says: The three files of the list are being loaded when the process is told to leave; each has its end, in a while.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Downloader: Sendable {
  let bytes = Atomic<Int>(0)
  private let network = QueueScheduler("network")
  private let bag = DisposeBag()

  private func download(_ blocks: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(5), on: network).take(blocks).map { _ in 4096 }
  }

  func load(_ list: Signal<Int>) {
    list
      .take(3)
      .flatMap { self.download($0) }
      .subscribe(next: { self.bytes.add($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ThreeBigDownloads: LeakProgram {
  static func run() {
    let list = ReplaySubject<Int>()
    let downloader = Downloader()
    downloader.load(list)
    for blocks in [400, 900, 700, 200] {
      list.next(blocks)
      pause(milliseconds: 10)
    }
    pause(milliseconds: 250)
    print("bytes", downloader.bytes.load(ordering: .relaxed) > 10_000)
    exit(0)
  }
}
