// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: a socket's closing ends the taking in of topics, not the topics that flatMap follows; the server's bag ends them at shutdown

import Signals

/// A socket of a server: it says which topics it wants, until it is closed.
private final class Socket: Sendable {
  let wanted = PublishSubject<Int>()
  let closed = PublishSubject<Void>()
}

private final class TopicServer: Sendable {
  let news = PublishSubject<Int>()
  private let bag = DisposeBag()

  func accept() -> Socket {
    let socket = Socket()
    let follow = { @Sendable [news] (topic: Int) in news.filter { $0 % 4 == topic } }
    let sent: Signal<Int>
    if mended {
      sent = socket.wanted.flatMap(follow).take(until: socket.closed)
    } else {
      sent = socket.wanted.take(until: socket.closed)
        .flatMap(follow)  // LEAK
    }
    sent.subscribe(next: { _ in }).disposed(by: bag)
    return socket
  }

  func shutDown() { bag.dispose() }
}

/// A server that sends news to web sockets, each of which comes, chooses two topics and goes.
enum WebSocketTopics: LeakProgram {
  static func run() {
    let server = TopicServer()
    var number = 0
    for _ in 0..<6 {
      let socket = server.accept()
      socket.wanted.next(1)
      socket.wanted.next(3)
      for _ in 0..<4 {
        number += 1
        server.news.next(number)
        pause(milliseconds: 2)
      }
      socket.closed.next(())
    }
    for _ in 0..<30 {
      number += 1
      server.news.next(number)
      pause(milliseconds: 2)
    }
    server.shutDown()
  }
}
