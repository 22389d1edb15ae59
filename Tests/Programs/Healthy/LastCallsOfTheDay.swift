// healthy: a stop above flatMap; most inner signals have ended since, two are alive at exit
// says: The office takes no more calls after six; those on the line are finished, two callers still talk when the process is told to leave.
// allows: suspect

import Glibc
import Signals
import Synchronization

private final class Call: Sendable {
  let words = PublishSubject<String>()
  let hungUp = PublishSubject<Void>()
}

private final class Office: Sendable {
  let calls = PublishSubject<Call>()
  let six = PublishSubject<Void>()
  let words = Atomic<Int>(0)
  private let bag = DisposeBag()

  func open() {
    calls
      .take(until: six)
      .flatMap { $0.words.take(until: $0.hungUp) }
      .subscribe(next: { _ in self.words.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum LastCallsOfTheDay: LeakProgram {
  static func run() {
    let office = Office()
    office.open()
    var onTheLine: [Call] = []
    for minute in 0..<70 {
      if minute % 2 == 0, minute < 50 {
        let call = Call()
        office.calls.next(call)
        onTheLine.append(call)
      }
      if minute == 50 { office.six.next(()) }
      if onTheLine.count > (minute < 50 ? 9 : 2) { onTheLine.removeFirst().hungUp.next(()) }
      for call in onTheLine { call.words.next("well") }
      pause(milliseconds: 3)
    }
    print("words", office.words.load(ordering: .relaxed))
    exit(0)
  }
}
