// healthy: work begun after the stop
// says: What was ordered is translated to its end, in tasks; the office closes when it hears that all is done.
// allows: nothing

import Signals

enum TranslationsToTheEnd: LeakProgram {
  static func run() {
    let paragraphs = PublishSubject<Int>()
    let closed = PublishSubject<Void>()
    let isDone = Flag()
    let office = DisposeBag()
    paragraphs.take(until: closed)
      .concatMapAsync { paragraph in
        try await Task.sleep(for: .milliseconds(4))
        return paragraph
      }
      .subscribe(next: { _ in }, completed: { isDone.raise() })
      .disposed(by: office)
    for paragraph in 0..<12 { paragraphs.next(paragraph) }
    pause(milliseconds: 10)
    closed.next(())
    isDone.wait()
  }
}
