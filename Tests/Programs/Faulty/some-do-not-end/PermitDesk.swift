// fault: some-do-not-end
// verdict: finding
// proof: run
// says: a lookup that is stopped at its limit of pages completes without a value, and the applicant is never answered

import Signals

/// An application for a permit. Whoever made it waits for the decision.
private struct Application: Sendable {
  let number: Int
  let decision = PublishSubject<String>()
}

/// Pages of the archive, in which the file of an application lies somewhere.
private final class Archive: Sendable {
  private let shelves = QueueScheduler("shelves")

  func pages() -> Signal<Int> { Signal<Int>.interval(.milliseconds(2), on: shelves).take(4) }
}

/// Decides on applications as they come, each as soon as its file is found.
private final class Desk: Sendable {
  let inbox = PublishSubject<Application>()
  private let bag = DisposeBag()

  init(_ archive: Archive) {
    inbox
      .flatMap { application -> Signal<String> in
        let file = archive.pages().filter { $0 == application.number % 5 }.take(1).map { "page \($0)" }
        let decided = mended ? file.defaultIfEmpty("not found") : file
        return decided.do(onNext: { text in  // LEAK
          application.decision.next(text)
          application.decision.completed()
        })
      }
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum PermitDesk: LeakProgram {
  static func run() {
    let desk = Desk(Archive())
    let bag = DisposeBag()
    let decided = Shared(0)
    for number in 0..<10 {
      let application = Application(number: number)
      application.decision
        .subscribe(next: { _ in decided.update { $0 += 1 } })
        .disposed(by: bag)
      desk.inbox.next(application)
      pause(milliseconds: 12)
    }
    pause(milliseconds: 60)
    print("decided", decided.value, "of 10")
    withExtendedLifetime(desk) {}
    killed(holding: bag)
  }
}
