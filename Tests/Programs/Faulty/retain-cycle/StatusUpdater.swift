// fault: retain-cycle
// ported: ReactiveX/RxSwift#1880
// verdict: suspect
// proof: run
// says: an update that never completes holds its screen by the closure, and the screen's bag holds the update

import Signals

/// Screens that send an update and are closed; the closure speaks of the screen. As discussed for DisposeBag.
enum StatusUpdater: LeakProgram {
  static func run() {
    let replies = PublishSubject<Int>()
    for number in 0..<18 {
      let screen = Screen(replies)
      screen.update(number: number)
      // Every third update is never answered.
      if number % 3 != 0 { replies.next(number) }
    }
    for late in 100..<110 { replies.next(late) }
    pause(milliseconds: 30)
  }
}

private final class Screen: Sendable {
  private let bag = DisposeBag()
  private let processing = Shared(false)
  private let replies: Signal<Int>

  init(_ replies: Signal<Int>) { self.replies = replies }

  func update(number: Int) {
    processing.update { $0 = true }
    let answer = replies.filter { $0 == number }.take(1)
    if mended {
      answer.subscribe(next: { [weak self] _ in self?.finish() }).disposed(by: bag)
    } else {
      answer.subscribe(next: { _ in self.finish() }).disposed(by: bag)  // LEAK
    }
  }

  private func finish() { processing.update { $0 = false } }
}
