// healthy: a stop above a flattening that ends while the inner signal goes on, which is what it is there for
// says: The phases of a boot end with the last one, and what that one shows is to stay as long as the terminal is on.
// allows: suspect

import Dispatch
import Signals
import Synchronization

private enum Phase: Sendable, Equatable {
  case firmware
  case network
  case ready
}

/// What a terminal shows in its top line.
private final class TopLine: Sendable {
  let text = Shared("")
  let changes = Atomic<Int>(0)

  func show(_ new: String) {
    text.update { $0 = new }
    changes.add(1, ordering: .relaxed)
  }
}

private final class Terminal: Sendable {
  let topLine = TopLine()
  private let number: Int
  private let phase = BehaviorRelay(Phase.firmware)
  private let clock: QueueScheduler
  private let bag = DisposeBag()

  init(_ number: Int, clock: QueueScheduler) {
    self.number = number
    self.clock = clock
  }

  func switchOn() {
    phase
      .take(inclusive: true, while: { $0 != .ready })
      .flatMapLatest { self.text(in: $0) }
      .subscribe(next: { [topLine] in topLine.show($0) })
      .disposed(by: bag)
    DispatchQueue.global().async { self.boot() }
  }

  private func boot() {
    pause(milliseconds: 12)
    phase.accept(.network)
    pause(milliseconds: 15)
    phase.accept(.ready)
  }

  private func text(in phase: Phase) -> Signal<String> {
    switch phase {
    case .firmware: .just("loading")
    case .network: dots().map { "looking for the network\($0)" }
    case .ready: dots().map { [number] dots in "terminal \(number)\(dots)" }
    }
  }

  /// A sign that the terminal still runs.
  private func dots() -> Signal<String> {
    Signal<Int>.timer(after: .zero, every: .milliseconds(9), on: clock)
      .map { String(repeating: ".", count: $0 % 4) }
  }

  func switchOff() { bag.dispose() }
}

/// The hall in which they stand.
private final class Hall {
  private var terminals: [Terminal] = []
  private let clock = QueueScheduler("terminals")

  func install(_ count: Int) {
    for number in 0..<count {
      let terminal = Terminal(number, clock: clock)
      terminal.switchOn()
      terminals.append(terminal)
      pause(milliseconds: 6)
    }
  }

  func sendToRepair(_ count: Int) {
    for _ in 0..<count { terminals.removeFirst().switchOff() }
  }

  var changes: Int { terminals.map { $0.topLine.changes.load(ordering: .relaxed) }.reduce(0, +) }
}

enum BootingTerminals: LeakProgram {
  static func run() {
    let hall = Hall()
    hall.install(12)
    pause(milliseconds: 110)
    hall.sendToRepair(4)
    pause(milliseconds: 90)
    print("changes", hall.changes)
  }
}
