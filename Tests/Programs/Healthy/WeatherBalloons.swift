// healthy: sources of a gatherer that end while it goes on; sampled, with reconnects
// says: Balloons burst one after the other, those that still fly are sampled, and the station reads to the end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Lost: Error {}

private final class Balloon: Sendable {
  let readings = PublishSubject<Int>()
  let burst = PublishSubject<Void>()

  /// The radio loses the balloon now and then, and finds it again.
  var radio: Signal<Int> {
    readings
      .take(until: burst)
      .map { if $0 % 23 == 22 { throw Lost() } else { $0 } }
      .retry()
  }
}

private final class Station: Sendable {
  let samples = Atomic<Int>(0)
  private let clock = QueueScheduler("station")
  private let bag = DisposeBag()

  func listen(to balloons: [Balloon]) {
    Signal<Int>.merge(balloons.map { $0.radio })
      .sample(on: Signal<Int>.interval(.milliseconds(7), on: clock))
      .subscribe(next: { _ in self.samples.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    for balloon in balloons {
      balloon.burst.take(1).subscribe(next: { _ in self.samples.add(1, ordering: .relaxed) }).disposed(
        by: bag)
    }
  }
}

enum WeatherBalloons: LeakProgram {
  static func run() {
    let balloons = (0..<10).map { _ in Balloon() }
    let station = Station()
    station.listen(to: balloons)
    for minute in 0..<90 {
      for (number, balloon) in balloons.enumerated() { balloon.readings.next(minute + number) }
      if minute % 12 == 11 { balloons[minute / 12].burst.next(()) }
      pause(milliseconds: 3)
    }
    print("samples", station.samples.load(ordering: .relaxed) > 10)
    exit(0)
  }
}
