// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the presenter holds the view, the view's closure holds the presenter, and the presenter's bag the subscription

import Signals

/// Screens of a presenter and a view each, that are pushed and popped.
enum PresenterAndView: LeakProgram {
  static func run() {
    let clock = QueueScheduler("screens")
    let seconds = Signal<Int>.interval(.milliseconds(3), on: clock).share()
    let status = seconds.subscribe(next: { _ in })
    for _ in 0..<9 {
      let presenter = Presenter()
      presenter.present(seconds)
      pause(milliseconds: 7)
    }
    pause(milliseconds: 30)
    status.dispose()
  }
}

private final class View: Sendable {
  let text = Shared("")
}

private final class Presenter: Sendable {
  private let view = View()
  private let bag = DisposeBag()

  func present(_ seconds: Signal<Int>) {
    if mended {
      seconds.subscribe(next: { [view] second in view.text.update { $0 = "\(second)" } }).disposed(by: bag)
    } else {
      seconds.subscribe(next: { second in self.show(second) }).disposed(by: bag)  // LEAK
    }
  }

  private func show(_ second: Int) { view.text.update { $0 = "\(second)" } }
}
