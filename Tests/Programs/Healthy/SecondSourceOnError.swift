// healthy: a subscription is made within the error handler of another
// says: It goes into the same place as the one that failed, and is disposed with it as the listener leaves.
// allows: nothing

import Signals

private struct Jammed: Error {}

private final class Receiver: Sendable {
  private let place = SerialDisposable()

  func tune(to station: Signal<Int>, orTo repeater: Signal<Int>) {
    place.inner = station.subscribe(
      next: { _ in },
      error: { [place] _ in place.inner = repeater.subscribe(next: { _ in }) })
  }

  func turnOff() { place.dispose() }
}

enum SecondSourceOnError: LeakProgram {
  static func run() {
    let repeater = PublishSubject<Int>()
    let engineers = DisposeBag()
    repeater.subscribe(next: { _ in }).disposed(by: engineers)
    for evening in 0..<16 {
      let station = PublishSubject<Int>()
      let receiver = Receiver()
      receiver.tune(to: station, orTo: repeater)
      for song in 0..<3 { station.next(song) }
      if evening % 2 == 0 { station.error(Jammed()) }
      for song in 0..<3 { repeater.next(song) }
      pause(milliseconds: 4)
      receiver.turnOff()
    }
    for song in 0..<20 {
      repeater.next(song)
      pause(milliseconds: 2)
    }
    engineers.dispose()
  }
}
