// healthy: subjects go out of memory while somebody is subscribed to them
// says: A room goes with its talk and with the bag of all who listen to it.
// allows: nothing

import Signals

/// A room in which people talk until everybody has gone.
private final class Room: Sendable {
  private let talk = PublishSubject<String>()
  private let mood = BehaviorRelay("calm")
  private let bag = DisposeBag()

  func enter(_ heard: Shared<Int>) {
    talk.subscribe(next: { _ in heard.update { $0 += 1 } }).disposed(by: bag)
    mood.map(\.count).distinctUntilChanged()
      .subscribe(next: { _ in heard.update { $0 += 1 } })
      .disposed(by: bag)
  }

  func say(_ words: String) {
    talk.next(words)
    mood.accept(words)
  }
}

enum RoomsWithTheirTalk: LeakProgram {
  static func run() {
    let heard = Shared(0)
    for evening in 0..<6 {
      let room = Room()
      for guest in 0..<3 {
        room.enter(heard)
        room.say("guest \(guest) on evening \(evening)")
        pause(milliseconds: 4)
      }
    }
    pause(milliseconds: 60)
    print("heard", heard.value)
  }
}
