// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure holds its room, the room its bag, the bag the subscription: no room that is left ever goes

import Signals
import Synchronization

/// A chat server: rooms come and go, the lobby speaks to all of them.
enum ChatRooms: LeakProgram {
  static func run() {
    let lobby = PublishSubject<String>()
    let kept = ChatRoom(lobby)
    for visit in 0..<12 {
      let room = ChatRoom(lobby)
      lobby.next("visitor \(visit)")
      room.say("hello")
    }
    lobby.next("good night")
    kept.close()
    pause(milliseconds: 30)
  }
}

private final class ChatRoom: Sendable {
  private let lines = Mutex<[String]>([])
  private let bag = Mutex(DisposeBag())

  init(_ lobby: Signal<String>) {
    let bag = self.bag.withLock { $0 }
    if mended {
      lobby.subscribe(next: { [weak self] line in self?.say(line) }).disposed(by: bag)
    } else {
      lobby.subscribe(next: { line in self.say(line) }).disposed(by: bag)  // LEAK
    }
  }

  func say(_ line: String) { lines.withLock { $0.append(line) } }
  func close() { bag.withLock { $0 = DisposeBag() } }
}
