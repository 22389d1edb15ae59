// healthy: subscriptions that outlive their object
// says: A puzzle that is put away is held weakly; its subscription completes at the next word of the day, which comes at once or later.
// allows: nothing

import Signals

private final class Puzzle: Sendable {
  let number: Int
  private let hints = Shared(0)
  init(_ number: Int) { self.number = number }

  func listen(to words: Signal<String>) {
    _ = words.withUnretained(self)
      .subscribe(next: { puzzle, word in puzzle.note(word) })
  }

  private func note(_ word: String) { hints.update { $0 += word.count } }
}

enum CrosswordHints: LeakProgram {
  static func run() {
    let words = PublishSubject<String>()
    var shelf: [Puzzle] = []
    for number in 0..<30 {
      let puzzle = Puzzle(number)
      puzzle.listen(to: words)
      shelf.append(puzzle)
      words.next("word \(number)")
      pause(milliseconds: 4)
      if shelf.count > 3 { shelf.removeFirst() }
    }
    words.next("last word")
    withExtendedLifetime(shelf) {}
    words.completed()
  }
}
