// fault: connection
// verdict: likely
// proof: run
// says: the handle of the connection is thrown away; the panels leave and the winch is asked on, for nobody

import Signals
import Synchronization

private struct CabinPosition: Sendable {
  let line: Int
  let metres: Int
}

/// The winch of a line tells on request how much rope is out.
private final class Winch: Sendable {
  let number: Int
  let reads = Atomic<Int>(0)
  private let bus = QueueScheduler("winch bus")

  init(_ number: Int) { self.number = number }

  func ropeOut() -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(6), on: bus)
      .do(onNext: { _ in self.reads.add(1, ordering: .relaxed) })
      .map { $0 * 3 }
  }
}

/// One reading of a line for all that look at it.
private final class LineMonitor: Sendable {
  private let positions: MulticastConnection<CabinPosition>
  private let viewers = DisposeBag()

  init(_ winch: Winch) {
    let line = winch.number
    positions = winch.ropeOut().map { CabinPosition(line: line, metres: $0) }.publish()
  }

  func start() {
    let reading = positions.connect()  // LEAK
    if mended { reading.disposed(by: viewers) }
  }

  func watch(_ show: @escaping @Sendable (CabinPosition) -> Void) {
    positions.signal.subscribe(next: show).disposed(by: viewers)
  }

  func close() { viewers.dispose() }
}

/// The room from which the lines are watched.
private final class ControlRoom: Sendable {
  let shown = Atomic<Int>(0)
  let warnings = Atomic<Int>(0)
  private let monitors: [LineMonitor]

  init(_ winches: [Winch]) { monitors = winches.map { LineMonitor($0) } }

  func beginShift() {
    for monitor in monitors {
      monitor.watch { _ in self.shown.add(1, ordering: .relaxed) }
      monitor.watch { position in
        if position.metres > 60 { self.warnings.add(1, ordering: .relaxed) }
      }
      monitor.start()
    }
  }

  func endShift() { monitors.forEach { $0.close() } }
}

enum CableCars: LeakProgram {
  static func run() {
    let winches = (0..<3).map { Winch($0) }
    let room = ControlRoom(winches)
    onAnotherThread { room.beginShift() }
    pause(milliseconds: 180)
    room.endShift()
    pause(milliseconds: 160)
    print("shown", room.shown.load(ordering: .relaxed), "warnings", room.warnings.load(ordering: .relaxed))
    print("reads", winches.map { $0.reads.load(ordering: .relaxed) })
  }
}
