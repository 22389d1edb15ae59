// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: every ballot is paired with a check, but only one in ten is checked: the others wait in zip, for ever

import Signals

private struct Ballot: Sendable {
  let number: Int
  let choice: String
}

/// A hall in which ballots are read by machine, and some are looked at by people.
private final class CountingHall: Sendable {
  let read = PublishSubject<Ballot>()
  let checked = PublishSubject<Int>()
  private let protocolLines = Shared<[String]>([])
  private let totals = Shared<[String: Int]>([:])
  private let bag = DisposeBag()

  init() {
    read.subscribe(next: { [totals] ballot in totals.update { $0[ballot.choice, default: 0] += 1 } })
      .disposed(by: bag)
    let sampled = mended ? read.filter { $0.number % 10 == 0 } : read
    sampled.zip(with: checked)  // LEAK
      .subscribe(next: { [protocolLines] ballot, check in
        protocolLines.update { $0.append("\(ballot.number) as \(check)") }
      })
      .disposed(by: bag)
  }

  var lines: [String] { protocolLines.value }
}

enum BallotCounting: LeakProgram {
  static func run() {
    let hall = CountingHall()
    for number in 0..<2000 {
      hall.read.next(Ballot(number: number, choice: number % 3 == 0 ? "yes" : "no"))
      if number % 10 == 0 { hall.checked.next(number) }
      if number % 100 == 0 { pause(milliseconds: 3) }
    }
    pause(milliseconds: 40)
    print("checked", hall.lines.count, "last:", hall.lines.last ?? "none")
    withExtendedLifetime(hall) {}
  }
}
