// healthy: each visitor's guide is kept in a box that disposes it as the visitor hands it back; three visitors are still inside as the program is killed
// allows: suspect

import Signals

private final class Guide {
  private let talk: ScopedDisposable
  init(_ exhibits: Signal<Int>, _ language: Int) {
    talk = ScopedDisposable(exhibits.map { $0 * language }.subscribe(next: { _ in }))
  }
}

/// Visitors with audio guides.
enum MuseumAudioGuides: LeakProgram {
  static func run() {
    let exhibits = PublishSubject<Int>()
    var inside: [Guide] = []
    for visitor in 0..<25 {
      inside.append(Guide(exhibits, visitor % 5))
      if inside.count > 3 { inside.removeFirst() }
      exhibits.next(visitor)
      pause(milliseconds: 2)
    }
    killed(holding: inside as AnyObject)
  }
}
