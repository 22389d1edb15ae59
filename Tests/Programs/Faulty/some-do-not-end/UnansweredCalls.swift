// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a call whose answer is an error is not answered at all, and waits for ever

import Signals

private struct Refused: Error {}

private final class Server: Sendable {
  private let calls = Shared<[Int: PublishSubject<String>]>([:])

  func call(_ id: Int) -> Single<String> {
    let answer = PublishSubject<String>()
    calls.update { $0[id] = answer }
    return answer.take(1).asSingle()
  }

  func work() {
    let asked = calls.update { all -> [Int: PublishSubject<String>] in
      let asked = all
      all = [:]
      return asked
    }
    for (id, answer) in asked {
      if id % 5 == 2 {
        if mended { answer.error(Refused()) }
        continue  // LEAK
      }
      answer.next("done \(id)")
    }
  }
}

/// Calls to a server that answers most of them.
enum UnansweredCalls: LeakProgram {
  static func run() {
    let server = Server()
    let answered = Shared(0)
    for id in 0..<40 {
      _ = server.call(id)
        .subscribe(success: { _ in answered.update { $0 += 1 } }, failure: { _ in })  // LEAK
      pause(milliseconds: 1)
      server.work()
    }
    pause(milliseconds: 40)
    print("answered", answered.value)
  }
}
