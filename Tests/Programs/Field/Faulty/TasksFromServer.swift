// fault: requests-before-their-turn
// verdict: finding
// proof: run
// says: all requests are started at once and queue up before concat, although the third answer is the last one needed
// source: ReactiveX/RxSwift #315
// fix: the next page is asked for by a recursive function, only when the page before has come

import Signals

/// A server with tasks on two pages; a request goes out as soon as it is made.
private final class TaskServer: Sendable {
  let requests = Shared(0)
  private let clock = QueueScheduler("server")

  func tasks(after page: Int) -> Signal<[String]> {
    requests.update { $0 += 1 }
    let answer = ReplaySubject<[String]>(capacity: 1)
    clock.schedule(after: .milliseconds(6)) {
      answer.next(page < 2 ? ["task \(page * 2)", "task \(page * 2 + 1)"] : [])
      answer.completed()
    }
    return answer
  }

  func pages(from page: Int) -> Signal<[String]> {
    tasks(after: page).flatMap { tasks -> Signal<[String]> in
      guard !tasks.isEmpty else { return .empty() }
      return Signal.just(tasks).concat(Signal.deferred { self.pages(from: page + 1) })
    }
  }
}

private final class TaskSync: Sendable {
  let tasks = BehaviorRelay<[String]>([])
  private let bag = DisposeBag()

  func pull(_ server: TaskServer) {
    let pages: Signal<[String]>
    if mended {
      pages = server.pages(from: 0)
    } else {
      pages = Signal<Int>.range(start: 0, count: 400)
        .map { server.tasks(after: $0) }  // LEAK
        .concat()
        .take(while: { !$0.isEmpty })
    }
    pages
      .scan([String]()) { $0 + $1 }
      .bind(to: tasks)
      .disposed(by: bag)
  }
}

enum TasksFromServer: LeakProgram {
  static func run() {
    let server = TaskServer()
    let sync = TaskSync()
    let title = Shared("")
    let titles = sync.tasks.map { "\($0.count) tasks" }
      .subscribe(next: { text in title.update { $0 = text } })
    sync.pull(server)
    pause(milliseconds: 300)
    print(title.value, "requests", server.requests.value)
    titles.dispose()
  }
}
