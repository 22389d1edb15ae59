// fault: send-error-swallowed
// verdict: suspect
// proof: run
// says: a call is noted as pending, and the error of its sending is swallowed; no reply ever comes, and the caller waits
// source: bearcove/vox #94
// fix: a call that cannot be sent fails with the error of the transport

import Signals

private struct BrokenPipe: Error {}

private struct Reply: Sendable {
  let id: Int
  let text: String
}

/// The line to the other side, which is broken for a moment now and then.
private final class Transport: Sendable {
  let replies = PublishSubject<Reply>()
  private let isUp = Shared(true)
  private let peer = QueueScheduler("peer")
  private let bag = DisposeBag()

  func send(_ id: Int, _ method: String) throws {
    guard isUp.value else { throw BrokenPipe() }
    Signal<Int>.timer(after: .milliseconds(4), on: peer)
      .subscribe(next: { [replies] _ in replies.next(Reply(id: id, text: "\(method) done")) })
      .disposed(by: bag)
  }

  func turn(up isUp: Bool) { self.isUp.update { $0 = isUp } }
}

/// Calls methods of the other side, many at a time.
private final class Session: Sendable {
  private let transport: Transport
  private let pending = Shared<[Int: Subscriber<String>]>([:])
  private let calls = Shared(0)
  private let bag = DisposeBag()

  init(over transport: Transport) {
    self.transport = transport
    transport.replies
      .subscribe(next: { [pending] reply in
        let caller = pending.update { $0.removeValue(forKey: reply.id) }
        caller?.next(reply.text)
        caller?.completed()
      })
      .disposed(by: bag)
  }

  func call(_ method: String) -> Signal<String> {
    Signal<String>.create { [transport, pending, calls] caller in
      let id = calls.update { calls -> Int in
        calls += 1
        return calls
      }
      pending.update { $0[id] = caller }
      if mended {
        do { try transport.send(id, method) } catch { caller.error(error) }
      } else {
        try? transport.send(id, method)  // LEAK
      }
      return Disposable { pending.update { $0[id] = nil } }
    }
  }

  var waiting: Int { pending.value.count }
}

enum FileSystemSession: LeakProgram {
  static func run() {
    let transport = Transport()
    let session = Session(over: transport)
    let (answered, failed) = (Shared(0), Shared(0))
    let bag = DisposeBag()
    let traffic = transport.replies.scan(0) { sum, reply in sum + reply.text.count }.subscribe(next: { _ in })
    for number in 0..<12 {
      if number == 5 { transport.turn(up: false) }
      if number == 7 { transport.turn(up: true) }
      session.call("lookup \(number)")
        .subscribe(
          next: { _ in answered.update { $0 += 1 } },
          error: { _ in failed.update { $0 += 1 } }
        )
        .disposed(by: bag)
      pause(milliseconds: 9)
    }
    pause(milliseconds: 60)
    print("answered", answered.value, "failed", failed.value, "waiting", session.waiting)
    traffic.dispose()
    killed(holding: bag)
  }
}
