// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: a request whose client gives up is never answered, and from then on each request waits for the answer of another

import Signals

private struct Head: Sendable {
  let number: Int
  let path: String
}

private struct Answer: Sendable {
  let number: Int
  let status: Int
}

/// What a server tells of its requests.
private final class RequestEvents: Sendable {
  let began = PublishSubject<Head>()
  let answered = PublishSubject<Answer>()
  let abandoned = PublishSubject<Int>()
}

/// Writes a line for each request, with what it was and what came of it.
private final class AccessLog: Sendable {
  let lines = Shared<[String: Int]>([:])
  private let bag = DisposeBag()
  private let disk = QueueScheduler("access log")

  init(_ events: RequestEvents) {
    let outcomes: Signal<Answer>
    if mended {
      outcomes = events.answered.merge(events.abandoned.map { Answer(number: $0, status: 499) })
    } else {
      outcomes = events.answered
    }
    zip(events.began, outcomes)  // LEAK
      .map { head, answer in "\(head.path) \(answer.status)" }
      .buffer(for: .milliseconds(20), count: 64, on: disk)
      .subscribe(next: { [lines] batch in
        lines.update { lines in
          for line in batch { lines[line, default: 0] += 1 }
        }
      })
      .disposed(by: bag)
    events.abandoned
      .buffer(for: .milliseconds(40), on: disk)
      .subscribe(next: { [lines] given in lines.update { $0["abandoned", default: 0] += given.count } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum AccessLogPairs: LeakProgram {
  static func run() {
    let events = RequestEvents()
    let log = AccessLog(events)
    let paths = ["/packages", "/search", "/health"]
    for burst in 0..<40 {
      for index in 0..<60 {
        let number = burst * 60 + index
        events.began.next(Head(number: number, path: paths[number % 3]))
        if number % 3 == 1 {
          events.abandoned.next(number)
        } else {
          events.answered.next(Answer(number: number, status: 200))
        }
      }
      pause(milliseconds: 9)
    }
    pause(milliseconds: 60)
    log.close()
    print("kinds of lines", log.lines.value.count)
  }
}
