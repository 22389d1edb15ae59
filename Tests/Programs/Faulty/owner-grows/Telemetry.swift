// fault: owner-grows
// verdict: suspect
// proof: run
// says: sessions put what they subscribe to into the bag of a singleton, which lives as long as the program

import Signals

/// A server whose sessions are counted by a shared telemetry.
enum Telemetry: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    onAnotherThread {
      for number in 0..<40 {
        let session = Session(number: number, requests)
        requests.next(number)
        session.end()
      }
    }
    for request in 0..<10 { requests.next(request) }
    pause(milliseconds: 40)
    print("seen \(Meter.shared.seen.value)")
  }
}

private final class Meter: Sendable {
  static let shared = Meter()
  let bag = DisposeBag()  // LEAK
  let seen = Shared(0)
}

private final class Session {
  private let own = CompositeDisposable()

  init(number: Int, _ requests: Signal<Int>) {
    own.add(requests.filter { $0 == number }.subscribe(next: { _ in }))
    let counting = requests.subscribe(next: { _ in Meter.shared.seen.update { $0 += 1 } })  // LEAK
    if mended { own.add(counting) } else { counting.disposed(by: Meter.shared.bag) }
  }

  func end() { own.dispose() }
}
