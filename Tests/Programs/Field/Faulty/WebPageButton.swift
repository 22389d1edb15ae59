// fault: receiver-used-twice
// verdict: finding
// proof: nothing-recorded
// says: every press subscribes the same receiver; it has ended with the first page, and later pages reach nobody
// source: ReactiveX/RxAndroid #248
// fix: each press makes a receiver of its own

import Signals

/// Fetches pages from the web, each as it is asked for.
private final class WebPages: Sendable {
  let fetched = Shared(0)
  private let network = QueueScheduler("network")

  func page(_ number: Int) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(6), on: network).map { [fetched] _ in
      fetched.update { $0 += 1 }
      return "page \(number)"
    }
  }
}

/// A screen with a button that fetches the next page.
private final class PageScreen: Sendable {
  let shown = Shared<[String]>([])
  private let pages: WebPages
  private let receiver: PublishSubject<String>
  private let bag = DisposeBag()

  init(_ pages: WebPages) {
    self.pages = pages
    receiver = PageScreen.makeReceiver(showing: shown, until: bag)
  }

  func press(_ number: Int) {
    let target = mended ? PageScreen.makeReceiver(showing: shown, until: bag) : receiver
    pages.page(number).subscribe(target).disposed(by: bag)  // LEAK
  }

  func close() { bag.dispose() }

  private static func makeReceiver(
    showing shown: Shared<[String]>, until bag: DisposeBag
  ) -> PublishSubject<String> {
    let receiver = PublishSubject<String>()
    receiver.subscribe(next: { page in shown.update { $0.append(page) } }).disposed(by: bag)
    return receiver
  }
}

enum WebPageButton: LeakProgram {
  static func run() {
    let pages = WebPages()
    let screen = PageScreen(pages)
    let battery = Signal<Int>.interval(.milliseconds(25), on: QueueScheduler("battery"))
      .map { 100 - $0 }
      .subscribe(next: { _ in })
    for number in 0..<5 {
      screen.press(number)
      pause(milliseconds: 30)
    }
    print("fetched", pages.fetched.value, "shown", screen.shown.value.count)
    screen.close()
    battery.dispose()
  }
}
