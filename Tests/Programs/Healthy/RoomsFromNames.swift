// healthy: a nested edge; an object that subscribes is made within map
// says: The first search for a name opens its room, which the house keeps; the search box that asked is closed long before.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Room: Sendable {
  let name: String
  let noise = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ name: String, _ sounds: Signal<Int>) {
    self.name = name
    sounds.scan(0, +).subscribe(next: { [weak self] in self?.noise.store($0, ordering: .relaxed) }).disposed(
      by: bag)
  }
}

private final class House: Sendable {
  private let rooms = Shared<[String: Room]>([:])
  private let sounds: Signal<Int>

  init(_ sounds: Signal<Int>) { self.sounds = sounds }

  func room(_ name: String) -> Room {
    if let known = rooms.value[name] { return known }
    let new = Room(name, sounds)
    rooms.update { $0[name] = new }
    return new
  }

  var count: Int { rooms.value.count }
}

private final class SearchField: Sendable {
  let text = PublishSubject<String>()
  private let bag = DisposeBag()

  init(_ house: House) {
    text.distinctUntilChanged().map { house.room($0) }.map { $0.noise.load(ordering: .relaxed) }
      .subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum RoomsFromNames: LeakProgram {
  static func run() {
    let sounds = PublishSubject<Int>()
    let house = House(sounds)
    for round in 0..<40 {
      do {
        let field = SearchField(house)
        for name in ["kitchen", "hall", "attic", "cellar", "bath"].prefix(1 + round % 5) {
          field.text.next(name)
        }
      }
      sounds.next(round)
      pause(milliseconds: 4)
    }
    print("rooms", house.count)
    exit(0)
  }
}
