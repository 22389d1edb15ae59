// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the driver's polling is scheduled work that nobody cancels: it sends to who has long gone

import Signals
import Synchronization

/// Beacons in a building, polled by a driver that is bridged by hand.
private final class Driver: Sendable {
  let polled = Atomic<Int>(0)
  private let radio = QueueScheduler("radio")

  func strength(of beacon: Int) -> Signal<Int> {
    Signal<Int>.create { [radio] subscriber in  // LEAK
      let polling = radio.schedule(after: .milliseconds(1), every: .milliseconds(3)) {
        subscriber.next(-40 - self.polled.add(1, ordering: .relaxed).newValue % 30 - beacon)
      }
      return mended ? polling : Disposable {}
    }
  }
}

private final class Locator: Sendable {
  private let bag = DisposeBag()
  private let position = Shared(0)

  init(_ driver: Driver, beacons: [Int]) {
    combineLatest(beacons.map { driver.strength(of: $0) })
      .compactMap { $0.max() }
      .subscribe(next: { [position] best in position.update { $0 = best } })
      .disposed(by: bag)
  }
}

enum BeaconDriver: LeakProgram {
  static func run() {
    let driver = Driver()
    let battery = PublishSubject<Int>()
    let low = battery.filter { $0 < 20 }.firstValue().subscribe(next: { _ in })
    for floor in 0..<3 {
      let locator = Locator(driver, beacons: [floor, floor + 10])
      onAnotherThread { battery.next(90 - floor) }
      pause(milliseconds: 20)
      withExtendedLifetime(locator) {}
    }
    pause(milliseconds: 90)
    low.dispose()
  }
}
