// healthy: a connection that goes on while nobody is subscribed, and players who stay to the end
// says: The world ticks from the start of the server to its end, with players or without; the end disposes all.
// allows: nothing

import Signals

private final class World {
  private let ticks: MulticastConnection<Int>
  private let ticking: Disposable
  private var players: [String: DisposeBag] = [:]
  let moves = Shared(0)

  init(_ clock: QueueScheduler) {
    ticks = Signal<Int>.interval(.milliseconds(3), on: clock).publish()
    ticking = ticks.connect()
  }

  func join(_ name: String) {
    let bag = DisposeBag()
    ticks.signal.subscribe(next: { [moves] _ in moves.update { $0 += 1 } }).disposed(by: bag)
    ticks.signal.filter { $0 % 5 == 0 }.map { "\(name) is saved at \($0)" }
      .subscribe(next: { _ in })
      .disposed(by: bag)
    players[name] = bag
  }

  func leave(_ name: String) { players.removeValue(forKey: name)?.dispose() }

  func stop() {
    for bag in players.values { bag.dispose() }
    players = [:]
    ticking.dispose()
  }
}

enum TickOfTheWorld: LeakProgram {
  static func run() {
    let world = World(QueueScheduler("world"))
    world.join("admin")
    for hour in 0..<18 {
      world.join("player\(hour)")
      pause(milliseconds: 8)
      if hour > 3 { world.leave("player\(hour - 4)") }
      if hour == 8 { for left in 5..<9 { world.leave("player\(left)") } }
    }
    pause(milliseconds: 15)
    world.stop()
    pause(milliseconds: 25)
    print("moved", world.moves.value > 18)
  }
}
