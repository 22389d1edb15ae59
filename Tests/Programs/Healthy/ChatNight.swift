// healthy: hundreds alive at the end, all kinds of lives; killed
// says: A chat server on a busy night: rooms and users come and go, those who are there when it is killed are served to the last moment.
// allows: nothing

import Signals
import Synchronization

private final class Room: Sendable {
  let name: String
  let lines = PublishSubject<String>()
  let history: Signal<String>
  init(_ name: String) {
    self.name = name
    history = lines.replay(20)
  }
  func close() { lines.completed() }
}

private final class User: Sendable {
  let number: Int
  let seen = Atomic<Int>(0)
  private let typing = SerialDisposable()
  private let rooms = Shared<[String: Disposable]>([:])
  private let bag = DisposeBag()

  init(_ number: Int, beats: Signal<Int>) {
    self.number = number
    beats.filter { $0 % 7 == number % 7 }
      .subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) }).disposed(by: bag)
  }

  func join(_ room: Room, on clock: QueueScheduler) {
    let lines = room.history
      .filter { !$0.isEmpty }
      .subscribe(next: { [weak self] line in self?.read(line, on: clock) })
    rooms.update { $0[room.name] = lines }
    lines.disposed(by: bag)
  }

  func leave(_ room: Room) { rooms.update { $0.removeValue(forKey: room.name) }?.dispose() }

  private func read(_ line: String, on clock: QueueScheduler) {
    guard line.utf8.count % 4 == 0 else { return }
    typing.inner = Signal<Int>.timer(after: .milliseconds(9), on: clock)
      .subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) })
  }

  deinit { typing.dispose() }
}

private final class Lobby: Sendable {
  let rooms = Shared<[Room]>([])
  let users = Shared<[User]>([])
  let clock = QueueScheduler("clock")
  let beats: Signal<Int>

  init() { beats = Signal<Int>.interval(.milliseconds(12), on: clock).share() }

  func enter(_ number: Int) {
    let user = User(number, beats: beats)
    for room in rooms.value.suffix(3) { user.join(room, on: clock) }
    users.update { $0.append(user) }
  }

  func leave(_ index: Int) { _ = users.update { $0.remove(at: index % $0.count) } }
}

enum ChatNight: LeakProgram {
  static func run() {
    let lobby = Lobby()
    lobby.rooms.update { $0 = ["lobby", "swift", "music"].map { Room($0) } }
    for minute in 0..<150 {
      lobby.enter(minute)
      if minute >= 40, minute % 5 != 0 { lobby.leave(minute * 7) }
      if minute % 20 == 19 {
        lobby.rooms.update { $0.append(Room("topic \(minute)")) }
        if lobby.rooms.value.count > 5 { lobby.rooms.update { $0.remove(at: 3) }.close() }
      }
      for room in lobby.rooms.value { room.lines.next("\(minute) o'clock in \(room.name)") }
      if minute % 9 == 0, let user = lobby.users.value.first, let room = lobby.rooms.value.last {
        user.leave(room)
      }
      pause(milliseconds: 4)
    }
    print("users", lobby.users.value.count)
    killed()
  }
}
