// healthy: growth of groups, ever slower
// says: Each word has its counter for as long as the text is read; new words become rare.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Counter: Sendable {
  let counts = Shared<[String: Int]>([:])
  private let bag = DisposeBag()

  func read(_ words: Signal<String>) {
    words
      .groupBy { $0 }
      .flatMap { group in group.scan(0) { count, _ in count + 1 }.map { (group.key, $0) } }
      .subscribe(next: { word, count in self.counts.update { $0[word] = count } })
      .disposed(by: bag)
  }
}

enum NewWordsAreRare: LeakProgram {
  static func run() {
    let words = PublishSubject<String>()
    let counter = Counter()
    counter.read(words)
    var state: UInt64 = 42
    for number in 0..<1500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = Double(state >> 11) / Double(UInt64(1) << 53)
      words.next("word\(Int(draw * draw * draw * draw * 120))")
      if number % 30 == 0 { pause(milliseconds: 3) }
    }
    print("words", counter.counts.value.count)
    exit(0)
  }
}
