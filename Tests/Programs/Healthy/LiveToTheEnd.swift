// healthy: growth, N of a site, 0 ended, over time, alive at exit
// says: A stream has found two hundred listeners in one evening and none has left; each is held by its own player.
// allows: suspect

import Glibc
import Signals
import Synchronization

private final class Player: Sendable {
  let heard = Atomic<Int>(0)
  private let bag = DisposeBag()

  func listen(to station: Signal<Int>) {
    station
      .map { $0 &* 31 }
      .subscribe(next: { [weak self] _ in self?.heard.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum LiveToTheEnd: LeakProgram {
  static func run() {
    let station = PublishSubject<Int>()
    let players = Shared<[Player]>([])
    for number in 0..<200 {
      let player = Player()
      player.listen(to: station)
      players.update { $0.append(player) }
      if number % 4 == 0 {
        station.next(number)
        pause(milliseconds: 4)
      }
    }
    print("listeners", players.value.count)
    exit(0)
  }
}
