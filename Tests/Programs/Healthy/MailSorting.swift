// healthy: hundreds of values wait behind one, and inner work begins long after the intake has been stopped
// says: The flap closes in the evening, the sorting machine works off what is in the hall, and that is all of it.
// allows: suspect

import Signals

private struct Letter: Sendable {
  let number: Int
  let district: Int
}

/// A sorting hall: one machine, which takes a letter at a time.
private final class SortingHall: Sendable {
  let flap = PublishSubject<Letter>()
  let evening = PublishSubject<Void>()
  let boxes = Shared<[Int: Int]>([:])
  private let machine = QueueScheduler("machine")

  func open(whenEmpty empty: @escaping @Sendable () -> Void) {
    _ = flap.take(until: evening)
      .concatMap { [machine] letter in Signal<Letter>.just(letter).deliver(on: machine) }
      .do(onNext: { letter in if letter.number % 40 == 0 { pause(milliseconds: 3) } })
      .subscribe(
        next: { [boxes] letter in boxes.update { $0[letter.district, default: 0] += 1 } },
        completed: empty)
  }
}

enum MailSorting: LeakProgram {
  static func run() {
    let hall = SortingHall()
    let isEmpty = Flag()
    hall.open { isEmpty.raise() }
    for number in 0..<900 { hall.flap.next(Letter(number: number, district: number % 12)) }
    hall.evening.next(())
    hall.flap.next(Letter(number: 900, district: 0))
    isEmpty.wait()
    print("sorted", hall.boxes.value.values.reduce(0, +))
  }
}
