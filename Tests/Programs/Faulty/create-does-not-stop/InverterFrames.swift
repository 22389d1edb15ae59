// fault: create-does-not-stop
// verdict: certain
// proof: run
// says: two pieces of work feed the signal, the disposable ends one: the ping goes on after the subscriber has left

import Signals
import Synchronization

private enum Frame: Sendable {
  case power(watts: Int)
  case alive
}

/// The serial line to a solar inverter.
private final class SerialLine: Sendable {
  let writes = Atomic<Int>(0)
  let queue: QueueScheduler

  init(_ name: StaticString) { queue = QueueScheduler(name) }

  func write(_ bytes: [UInt8]) { writes.add(1, ordering: .relaxed) }

  func readPower(_ turn: Int) -> Int { 400 + turn * 7 % 90 }
}

private final class Inverter: Sendable {
  private let line: SerialLine

  init(on line: SerialLine) { self.line = line }

  /// Power as it is read, and a sign of life between: the inverter sleeps when it is not pinged.
  func frames() -> Signal<Frame> {
    Signal<Frame>.create { [line] subscriber in  // LEAK
      let turns = Shared(0)
      let reading = line.queue.schedule(after: .milliseconds(5), every: .milliseconds(10)) {
        let turn = turns.update { count in
          count += 1
          return count
        }
        subscriber.next(.power(watts: line.readPower(turn)))
      }
      let pinging = line.queue.schedule(after: .milliseconds(8), every: .milliseconds(16)) {
        line.write([0x05])
        subscriber.next(.alive)
      }
      if mended { return CompositeDisposable([reading, pinging]) }
      return reading  // LEAK
    }
  }
}

/// Adds up what the roof yields by day.
private final class RoofPlant: Sendable {
  let yield = Atomic<Int>(0)
  private let inverters: [Inverter]
  private let day = SerialDisposable()

  init(lines: [SerialLine]) { inverters = lines.map { Inverter(on: $0) } }

  func sunrise() {
    day.inner = Signal<Frame>.merge(inverters.map { $0.frames() })
      .compactMap { frame -> Int? in
        guard case .power(let watts) = frame else { return nil }
        return watts
      }
      .subscribe(next: { self.yield.add($0, ordering: .relaxed) })
  }

  func sunset() { day.inner = nil }
}

enum InverterFrames: LeakProgram {
  static func run() {
    let lines = [SerialLine("east"), SerialLine("south"), SerialLine("west")]
    let plant = RoofPlant(lines: lines)
    for _ in 0..<3 {
      plant.sunrise()
      pause(milliseconds: 70)
      plant.sunset()
      pause(milliseconds: 50)
    }
    print("yield", plant.yield.load(ordering: .relaxed))
    print("writes", lines.map { $0.writes.load(ordering: .relaxed) })
  }
}
