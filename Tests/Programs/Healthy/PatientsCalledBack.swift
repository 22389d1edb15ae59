// healthy: others of a line were answered, and some are not
// says: A patient who goes takes the question back, and the search for an answer ends with it.
// allows: nothing

import Signals

/// A question to a doctor, with a search of its own.
private final class Patient: Sendable {
  let answer = PublishSubject<String>()
  private let bag = DisposeBag()

  func ask(_ number: Int, on records: QueueScheduler, _ heard: @escaping @Sendable () -> Void) {
    answer.first().subscribe(next: { _ in heard() }).disposed(by: bag)
    Signal<Int>.timer(after: .milliseconds(6), on: records)
      .filter { _ in number % 6 != 5 }
      .subscribe(next: { [answer] _ in answer.next("take a rest") })
      .disposed(by: bag)
  }

  func goHome() { bag.dispose() }
}

enum PatientsCalledBack: LeakProgram {
  static func run() {
    let records = QueueScheduler("records")
    let heard = Shared(0)
    for number in 0..<14 {
      let patient = Patient()
      patient.ask(number, on: records) { heard.update { $0 += 1 } }
      // Every third patient leaves before the search is over.
      pause(milliseconds: number % 3 == 1 ? 2 : 14)
      patient.goHome()
    }
    pause(milliseconds: 60)
    print("heard", heard.value)
  }
}
