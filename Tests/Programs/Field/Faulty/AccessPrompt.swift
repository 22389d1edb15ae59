// fault: retry-of-a-finished-result
// verdict: finding
// proof: run
// says: the work has run before the retry; each further attempt gets its one failure again, and the question is never repeated
// source: heckj/swiftui-notes #117
// fix: the work is deferred, so that each attempt runs it anew

import Signals

private struct AccessBusy: Error {}

/// Asks the user for access to the contacts. It is busy now and then.
private final class ContactAccess: Sendable {
  let questions = Shared(0)
  private let queue = QueueScheduler("contacts")

  func ask(_ done: @escaping @Sendable (Result<Bool, any Error>) -> Void) {
    let number = questions.update { count -> Int in
      count += 1
      return count
    }
    queue.schedule(after: .milliseconds(12)) {
      done(number % 3 == 0 ? .success(true) : .failure(AccessBusy()))
    }
  }
}

private final class InviteScreen: Sendable {
  let status = Shared("waiting")
  private let bag = DisposeBag()

  func open(_ access: ContactAccess) {
    let answer =
      mended
      ? Signal<Bool>.deferred { Self.answer(of: access) }
      : Self.answer(of: access)  // LEAK
    answer
      .retry(2)
      .subscribe(
        next: { [status] granted in status.update { $0 = granted ? "granted" : "denied" } },
        error: { [status] _ in status.update { $0 = "failed" } }
      )
      .disposed(by: bag)
  }

  private static func answer(of access: ContactAccess) -> Signal<Bool> {
    Signal<Bool>.future { done in access.ask(done) }
  }
}

enum AccessPrompt: LeakProgram {
  static func run() {
    let access = ContactAccess()
    let battery = Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("battery"))
      .subscribe(next: { _ in })
    var statuses: [String] = []
    for _ in 0..<3 {
      let screen = InviteScreen()
      screen.open(access)
      pause(milliseconds: 90)
      statuses.append(screen.status.value)
    }
    print("questions", access.questions.value, "statuses", statuses)
    battery.dispose()
  }
}
