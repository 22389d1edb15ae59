// healthy: take(until:) above flatMap, its signal fired, inner signals alive, and a bag that ends all of it at shutdown
// says: A socket that is closed asks for nothing more; what it has asked for is answered, and each answer ends by itself.

import Signals

private final class Socket: Sendable {
  let asked = PublishSubject<Int>()
  let closed = PublishSubject<Void>()
}

private final class AnswerServer: Sendable {
  private let clock = QueueScheduler("answers")
  private let bag = DisposeBag()

  func accept() -> Socket {
    let socket = Socket()
    socket.asked.take(until: socket.closed)
      .flatMap { [clock] question in
        Signal<Int>.interval(.milliseconds(3), on: clock).take(4).map { $0 + question }
      }
      .subscribe(next: { _ in }).disposed(by: bag)
    return socket
  }

  func shutDown() { bag.dispose() }
}

/// A server whose sockets ask, and are gone before everything was answered.
enum WebSocketFarewells: LeakProgram {
  static func run() {
    let server = AnswerServer()
    for number in 0..<8 {
      let socket = server.accept()
      socket.asked.next(number)
      socket.asked.next(number * 2)
      pause(milliseconds: 7)
      socket.closed.next(())
    }
    pause(milliseconds: 4)
    server.shutDown()
  }
}
