// healthy: handles that are let go of while their siblings are disposed, and that outlive them
// says: What the ride's end disposes is the map; the receipt is sent after that and is over when it has been sent.
// allows: nothing

import Signals

private struct Fix: Sendable {
  let ride: Int
  let metres: Int
}

/// Sends what a passenger gets by mail.
private final class Mailer: Sendable {
  let sent = Shared(0)
  private let queue = QueueScheduler("mailer")

  func send(ride: Int, metres: Int) -> Completable {
    Completable(
      Signal<Int>.timer(after: .milliseconds(28), on: queue)
        .do(onNext: { _ in self.sent.update { $0 += 1 } }))
  }
}

/// The positions of all bicycles.
private final class Gps: Sendable {
  private let clock = QueueScheduler("gps")

  func fixes(of ride: Int) -> Signal<Fix> {
    Signal<Int>.interval(.milliseconds(6), on: clock).map { Fix(ride: ride, metres: $0 * 22) }
  }
}

private final class Ride: Sendable {
  private let number: Int
  private let ended = PublishSubject<Void>()
  private let metres = BehaviorRelay(0)
  private let drawn = Shared(0)
  private let mailer: Mailer
  private let bag = DisposeBag()

  init(_ number: Int, _ gps: Gps, _ mailer: Mailer) {
    self.number = number
    self.mailer = mailer
    let fixes = gps.fixes(of: number).share()
    measure(fixes)
    draw(fixes)
  }

  /// Ends with `ended`: the handle is not needed.
  private func measure(_ fixes: Signal<Fix>) {
    _ = fixes.map { $0.metres }.take(until: ended).bind(to: metres)
    _ = ended.take(1).withLatestFrom(metres).subscribe(next: { [weak self] in self?.charge($0) })
  }

  private func draw(_ fixes: Signal<Fix>) {
    fixes.throttle(for: .milliseconds(12), on: QueueScheduler("map"))
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
    metres.distinctUntilChanged()
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
  }

  private func charge(_ metres: Int) {
    _ = mailer.send(ride: number, metres: metres).subscribe(failure: { print("not sent", $0) })
  }

  func end() {
    ended.next(())
    bag.dispose()
  }
}

enum RideReceipts: LeakProgram {
  static func run() {
    let gps = Gps()
    let mailer = Mailer()
    var rides: [Ride] = []
    for number in 0..<12 {
      rides.append(Ride(number, gps, mailer))
      pause(milliseconds: 14)
      if rides.count > 3 { rides.removeFirst().end() }
    }
    rides.forEach { $0.end() }
    pause(milliseconds: 90)
    print("sent", mailer.sent.value)
  }
}
