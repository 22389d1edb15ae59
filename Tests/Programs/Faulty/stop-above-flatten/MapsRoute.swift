// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the end of navigation stops the destinations; the guidance that flatMapLatest follows for the last one goes on

import Signals

private let destinations = PublishSubject<String>()
private let navigationEnded = PublishSubject<Void>()
private let voice = QueueScheduler("voice")
private let app = DisposeBag()

/// A map that speaks directions for the destination that was chosen last.
enum MapsRoute: LeakProgram {
  static func run() {
    if mended {
      destinations
        .flatMapLatest { guidance(to: $0) }
        .take(until: navigationEnded)
        .subscribe(next: { _ in })
        .disposed(by: app)
    } else {
      destinations
        .take(until: navigationEnded)
        .flatMapLatest { guidance(to: $0) }  // LEAK
        .subscribe(next: { _ in })
        .disposed(by: app)
    }
    for town in ["Ulm", "Bonn", "Kiel"] {
      destinations.next(town)
      pause(milliseconds: 15)
    }
    navigationEnded.next(())
    pause(milliseconds: 150)
  }
}

private func guidance(to town: String) -> Signal<String> {
  Signal<Int>.interval(.milliseconds(3), on: voice).map { "\(town) in \($0)" }
}
