// healthy: most requests of one line are answered at once, and some are never answered
// says: They are long polls: a room in which nobody calls stays unanswered until the ward's bag puts the rest away.
// allows: nothing

import Signals

private struct Call: Sendable {
  let room: Int
  let number: Int
}

/// Holds a request until somebody calls in that room.
private final class CallServer: Sendable {
  private struct Request: Sendable {
    let room: Int
    let answer: @Sendable (Result<Call, any Error>) -> Void
  }

  let withdrawn = Shared(0)
  private let tickets = Shared(0)
  private let waiting = Shared<[Int: Request]>([:])
  private let line = QueueScheduler("line")

  func nextCall(in room: Int) -> Single<Call> {
    Single.create { [tickets, waiting, withdrawn] done in
      let ticket = tickets.update { count in
        count += 1
        return count
      }
      waiting.update { $0[ticket] = Request(room: room, answer: done) }
      return Disposable {
        if waiting.update({ $0.removeValue(forKey: ticket) }) != nil { withdrawn.update { $0 += 1 } }
      }
    }
  }

  func press(_ room: Int, _ number: Int) {
    line.schedule { [waiting] in
      let request = waiting.update { requests -> Request? in
        guard let ticket = requests.first(where: { $0.value.room == room })?.key else { return nil }
        return requests.removeValue(forKey: ticket)
      }
      request?.answer(.success(Call(room: room, number: number)))
    }
  }
}

/// Polls all rooms of a ward, each again as soon as it was answered.
private final class WardDesk: Sendable {
  let calls = Shared<[Call]>([])
  private let server: CallServer
  private let bag = DisposeBag()

  init(_ server: CallServer) { self.server = server }

  func poll(_ room: Int) {
    server.nextCall(in: room)
      .subscribe(success: { [weak self] call in
        guard let self else { return }
        calls.update { $0.append(call) }
        poll(call.room)
      })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum NurseCallPolls: LeakProgram {
  static func run() {
    let server = CallServer()
    let desk = WardDesk(server)
    for room in 0..<10 { desk.poll(room) }
    // Rooms 7 to 9 are quiet today.
    for number in 0..<42 {
      server.press(number % 7, number)
      pause(milliseconds: 6)
    }
    pause(milliseconds: 40)
    desk.close()
    pause(milliseconds: 20)
    print("calls", desk.calls.value.count, "withdrawn", server.withdrawn.value)
  }
}
