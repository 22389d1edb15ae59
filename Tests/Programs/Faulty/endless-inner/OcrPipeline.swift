// fault: endless-inner
// verdict: finding
// proof: run
// says: the wrapper of the engine sends the text of a page and forgets to complete, so concatMap never begins the second page

import Dispatch
import Signals

/// An engine that reads pages and calls back.
private final class Engine: Sendable {
  private let work = DispatchQueue(label: "ocr")

  func recognise(_ page: Int, _ done: @escaping @Sendable (String) -> Void) {
    work.asyncAfter(deadline: .now() + .milliseconds(1)) { done("text of page \(page)") }
  }
}

private struct Scanner: Sendable {
  let engine = Engine()
  let pages = PublishSubject<Int>()
  let texts = Shared<[String]>([])

  private func text(of page: Int) -> Signal<String> {
    Signal<String>.create { subscriber in  // LEAK
      engine.recognise(page) { text in
        subscriber.next(text)  // LEAK
        if mended { subscriber.completed() }
      }
      return Disposable()
    }
  }

  /// One page after the other, for the engine has one core.
  func start(_ firstIsRead: Flag) -> Subscription {
    pages.concatMap { text(of: $0) }  // LEAK
      .subscribe(next: { [texts] text in
        if texts.update({
          $0.append(text)
          return $0.count == 1
        }) {
          firstIsRead.raise()
        }
      })
  }
}

enum OcrPipeline: LeakProgram {
  static func run() {
    let scanner = Scanner()
    let firstIsRead = Flag()
    let reading = scanner.start(firstIsRead)
    scanner.pages.next(0)
    firstIsRead.wait()
    for page in 1..<40 {
      scanner.pages.next(page)
      pause(milliseconds: 3)
    }
    pause(milliseconds: 80)
    print("read", scanner.texts.value.count, "of 40")
    withExtendedLifetime(reading) {}
  }
}
