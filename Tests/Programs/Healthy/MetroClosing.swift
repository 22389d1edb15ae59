// healthy: some of a kind are disposed, the others alive at exit, for closing takes its time
// says: The stations close one after the other as the last train passes; the program is told to go before it has reached them all.
// allows: nothing

import Dispatch
import Glibc
import Signals

private struct Train: Sendable {
  let station: Int
}

private final class Platform: Sendable {
  let number: Int
  private let announced = Shared(0)
  private let bag = DisposeBag()

  init(_ number: Int, _ trains: Signal<Train>, _ gates: Signal<Int>) {
    self.number = number
    trains.filter { $0.station == number }
      .subscribe(next: { [announced] _ in announced.update { $0 += 1 } })
      .disposed(by: bag)
    gates.filter { $0 == number }.subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

/// A line with fourteen platforms.
private final class MetroLine: Sendable {
  private let platforms: [Platform]
  private let operations = DispatchQueue(label: "operations")

  init(_ trains: Signal<Train>, _ gates: Signal<Int>) {
    platforms = (0..<14).map { Platform($0, trains, gates) }
  }

  func closeBehindTheLastTrain(_ reached: Flag) {
    operations.async { [platforms] in
      for platform in platforms {
        platform.close()
        if platform.number == 8 { reached.raise() }
        pause(milliseconds: 4)
      }
    }
  }
}

enum MetroClosing: LeakProgram {
  static func run() {
    let trains = PublishSubject<Train>()
    let gates = PublishSubject<Int>()
    let line = MetroLine(trains, gates)
    for minute in 0..<56 {
      trains.next(Train(station: minute % 14))
      gates.next(minute % 5)
      pause(milliseconds: 2)
    }
    let reached = Flag()
    line.closeBehindTheLastTrain(reached)
    reached.wait()
    print("closing")
    withExtendedLifetime(line) { exit(0) }
  }
}
