// healthy: the line of concatMap grows to hundreds, twice
// says: Each burst of pages is read one page after the other; both times the line is empty again before the next comes.
// allows: nothing

import Signals

private final class Reader: Sendable {
  let pages = PublishSubject<Int>()
  let read = Shared(0)
  private let bag = DisposeBag()

  func start(on queue: QueueScheduler) {
    pages
      .concatMap { page in Signal<Int>.just(page).deliver(on: queue).map { $0 * 2 } }
      .subscribe(next: { [read] _ in
        let number = read.update { count in
          count += 1
          return count
        }
        if number % 8 == 0 { pause(milliseconds: 1) }
      })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum TwoBurstsOfScans: LeakProgram {
  static func run() {
    let reader = Reader()
    reader.start(on: QueueScheduler("reader"))
    for burst in 1...2 {
      for page in 0..<500 { reader.pages.next(page) }
      while reader.read.value < burst * 500 { pause(milliseconds: 2) }
      pause(milliseconds: 10)
    }
    print("read", reader.read.value)
    reader.stop()
  }
}
