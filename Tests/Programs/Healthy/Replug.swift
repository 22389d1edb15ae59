// healthy: a stop undone by retry
// says: A sensor that is unplugged fails, and retry waits until it is plugged in again; right now it is not.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Unplugged: Error {}

private final class Port: Sendable {
  let readings = PublishSubject<Int>()
  let unplugged = PublishSubject<Void>()
  let plugged = PublishSubject<Void>()

  var sensor: Signal<Int> {
    readings.take(until: unplugged).concat(Signal<Int>.fail(Unplugged()))
  }
}

private final class Station: Sendable {
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  func watch(_ port: Port) {
    port.sensor
      .retry { errors in errors.flatMapLatest { _ in port.plugged.take(1) } }
      .subscribe(next: { _ in self.seen.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum Replug: LeakProgram {
  static func run() {
    let ports = (0..<4).map { _ in Port() }
    let station = Station()
    for port in ports { station.watch(port) }
    for round in 0..<60 {
      let port = ports[round % 4]
      for reading in 0..<4 { port.readings.next(reading) }
      if round % 5 == 4 { port.unplugged.next(()) }
      if round % 5 == 1 { for port in ports { port.plugged.next(()) } }
      pause(milliseconds: 3)
    }
    ports[0].unplugged.next(())
    pause(milliseconds: 20)
    print("seen", station.seen.load(ordering: .relaxed))
    exit(0)
  }
}
