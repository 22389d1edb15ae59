// healthy: begun at the start and alive at the end, five of them, in the bag of what owns them
// says: What turns, opens and guards the dome goes on for as long as the program does; exposures come and end.
// allows: nothing

import Glibc
import Signals

/// What belongs to the dome, night and day.
private final class Dome: Sendable {
  let wind = BehaviorRelay(3)
  let sun = MutableProperty(-20)
  let rain = PublishRelay<Bool>()
  let slit = MutableProperty(false)
  let azimuth = Shared(0)
  private let clock = QueueScheduler("dome")
  private let services = DisposeBag()

  init() {
    Signal<Int>.interval(.milliseconds(8), on: clock)
      .subscribe(next: { [azimuth] step in azimuth.update { $0 = step % 360 } })
      .disposed(by: services)
    combineLatest(wind, sun.signal, rain.startWith(false))
      .map { wind, sun, isRaining in wind < 15 && sun < -12 && !isRaining }
      .distinctUntilChanged()
      .bind(to: slit)
      .disposed(by: services)
    wind.throttle(for: .milliseconds(20), on: clock).subscribe(next: { _ in }).disposed(by: services)
    slit.signal.skip(1).subscribe(next: { print($0 ? "opens" : "closes") }).disposed(by: services)
    rain.filter { $0 }.subscribe(next: { _ in print("rain") }).disposed(by: services)
  }
}

private struct Camera {
  let clock: QueueScheduler

  func expose(_ number: Int) -> Completable {
    Signal<Int>.timer(after: .milliseconds(4), on: clock).asCompletable()
  }
}

enum ObservatoryDome: LeakProgram {
  static func run() {
    let dome = Dome()
    let camera = Camera(clock: QueueScheduler("camera"))
    let isDone = Flag()
    for number in 0..<24 {
      _ = camera.expose(number).subscribe(completed: { isDone.raise() })
      isDone.wait()
      dome.wind.accept(number)
      if number == 20 { dome.rain.accept(true) }
    }
    print("exposures 24")
    withExtendedLifetime(dome) { exit(0) }
  }
}
