// fault: order-lost-in-parallel
// verdict: finding
// proof: nothing-recorded
// says: the parts of an answer are asked for at the same time and joined as they come, so the text is out of order
// source: microsoft/semantic-kernel #1849
// fix: the parts are flattened one after the other, and keep their order

import Dispatch
import Signals

/// A service that completes texts, the long ones later.
private final class Completion: Sendable {
  private let service = QueueScheduler("completion")

  func complete(_ prompt: String) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(3 + prompt.count * 4 % 17), on: service).map { _ in "[\(prompt)]" }
  }
}

/// Splits a long text and sums up each part.
private final class Summary: Sendable {
  let text = Shared("")
  private let completion: Completion
  private let bag = DisposeBag()

  init(_ completion: Completion) { self.completion = completion }

  func sumUp(_ parts: [String], whenDone: @escaping @Sendable () -> Void) {
    let chunks = Signal<String>.from(parts)
    let summaries: Signal<String>
    if mended {
      summaries = chunks.concatMap { [completion] in completion.complete($0) }
    } else {
      summaries = chunks.flatMap { [completion] in completion.complete($0) }  // LEAK
    }
    summaries
      .reduce("") { $0 + $1 }
      .subscribe(next: { [text] all in text.update { $0 = all } }, completed: whenDone)
      .disposed(by: bag)
  }
}

enum PlannedSteps: LeakProgram {
  static func run() {
    let completion = Completion()
    let spinner = Signal<Int>.interval(.milliseconds(10), on: QueueScheduler("spinner"))
      .subscribe(next: { _ in })
    for text in [
      "once upon a time in the west", "it was the best of times", "call me by the name of the sea",
    ] {
      let summary = Summary(completion)
      let done = Flag()
      summary.sumUp(text.split(separator: " ").map(String.init), whenDone: { done.raise() })
      done.wait()
      print(summary.text.value)
    }
    spinner.dispose()
  }
}
