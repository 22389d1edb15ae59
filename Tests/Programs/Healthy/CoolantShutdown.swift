// healthy: a shutdown in five steps with pauses of half a millisecond to five, while pumps and gauges tick
// says: The plant is put away in the order that its manual asks for; each step ends what was begun once, at the start.
// allows: nothing

import Glibc
import Signals

private struct Reading: Sendable {
  let loop: Int
  let celsius: Double
}

/// The cooling of a reactor: three loops, their gauges, what watches over them.
private final class Plant: Sendable {
  let readings = PublishSubject<Reading>()
  let trips = Shared(0)
  private let gauges = CompositeDisposable()
  private let watches = DisposeBag()
  private let logging = SerialDisposable()
  private let pumps = [QueueScheduler("pump 1"), QueueScheduler("pump 2"), QueueScheduler("pump 3")]

  func start() {
    for (loop, pump) in pumps.enumerated() {
      gauges.add(
        Signal<Int>.interval(.milliseconds(1 + loop), on: pump)
          .map { Reading(loop: loop, celsius: 280 + Double($0 * 17 % 23)) }
          .subscribe(next: { [readings] in readings.next($0) }))
      readings.filter { $0.loop == loop }
        .scan(280) { $0 * 0.9 + $1.celsius * 0.1 }
        .filter { $0 > 290 }
        .subscribe(next: { [trips] _ in trips.update { $0 += 1 } })
        .disposed(by: watches)
    }
    logging.inner = readings.buffer(for: .milliseconds(8), count: 16, on: QueueScheduler("log"))
      .subscribe(next: { _ in })
  }

  func stopLogging() { logging.dispose() }
  func stopWatching() { watches.dispose() }
  func stopGauges() { gauges.dispose() }
}

enum CoolantShutdown: LeakProgram {
  static func run() {
    let plant = Plant()
    let panel = plant.readings.throttle(for: .milliseconds(6), on: QueueScheduler("panel"))
      .subscribe(next: { _ in })
    plant.start()
    pause(milliseconds: 170)
    panel.dispose()
    usleep(500)
    plant.stopLogging()
    pause(milliseconds: 2)
    plant.stopWatching()
    pause(milliseconds: 5)
    print("trips", plant.trips.value)
    usleep(700)
    plant.stopGauges()
    pause(milliseconds: 1)
  }
}
