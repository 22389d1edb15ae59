// healthy: create without a disposable, subscribed to hundreds of times, the handles let go
// says: It sends all that it has and completes before it returns; there is nothing to stop.
// allows: nothing

import Signals

private final class Lexicon: Sendable {
  private let words = ["ein": "one", "zwei": "two", "drei": "three"]

  func meaning(of word: String) -> Signal<String> {
    Signal<String>.create { [words] subscriber in
      if let meaning = words[word] { subscriber.next(meaning) }
      subscriber.completed()
      return nil
    }
  }
}

enum AnsweredAtOnce: LeakProgram {
  static func run() {
    let lexicon = Lexicon()
    let found = Shared(0)
    for lookup in 0..<400 {
      let word = ["ein", "zwei", "drei", "vier"][lookup % 4]
      _ = lexicon.meaning(of: word).subscribe(next: { _ in found.update { $0 += 1 } })
      if lookup % 10 == 0 { pause(milliseconds: 1) }
    }
    print("found", found.value)
  }
}
