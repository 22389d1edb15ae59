// healthy: readers of a replayed signal leave, but one stays, and the source lives on
// says: The minutes are kept for whoever comes late; the secretary reads them to the end.
// allows: nothing

import Signals

enum LateReadersOfTheMinutes: LeakProgram {
  static func run() {
    let words = PublishSubject<Int>()
    let minutes = words.share(replay: 8)
    let written = Shared(0)
    let secretary = minutes.subscribe(next: { _ in written.update { $0 += 1 } })
    for reader in 0..<14 {
      let reading = minutes.subscribe(next: { _ in })
      for word in 0..<5 { words.next(word + reader) }
      pause(milliseconds: 5)
      reading.dispose()
    }
    print("written", written.value)
    withExtendedLifetime(secretary) {}
  }
}
