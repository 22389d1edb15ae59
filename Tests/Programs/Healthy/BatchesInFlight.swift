// healthy: a stop above flatMap, inner signals alive
// says: The last three downloads are still running when the process is told to exit; each ends by itself, as those before did.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Downloader: Sendable {
  let names = PublishSubject<String>()
  let bytes = Atomic<Int>(0)
  private let network = QueueScheduler("network")
  private let bag = DisposeBag()

  func start(upTo count: Int) {
    names
      .take(count)
      .flatMap { [network] name in
        Signal<Int>.interval(.milliseconds(6), on: network).take(4).map { ($0 + 1) * name.count }
      }
      .subscribe(next: { self.bytes.add($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum BatchesInFlight: LeakProgram {
  static func run() {
    let downloader = Downloader()
    downloader.start(upTo: 30)
    for file in 0..<30 {
      downloader.names.next("file\(file).tar")
      pause(milliseconds: 8)
    }
    print("bytes", downloader.bytes.load(ordering: .relaxed))
    exit(0)
  }
}
