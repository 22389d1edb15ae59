// fault: asked-twice
// verdict: suspect
// proof: run
// says: the answer is subscribed to for its text and again to stop the pings, so the model generates it twice
// source: polyglot-k/ai-interview #15
// fix: the answer is shared, and both uses of it have one subscription

import Dispatch
import Signals

/// The model, which is paid for by the token.
private final class InterviewModel: Sendable {
  let generations = Shared(0)
  let tokens = Shared(0)
  private let queue = QueueScheduler("model")

  func answer(_ question: String) -> Signal<String> {
    Signal<String>.deferred { [self] in
      generations.update { $0 += 1 }
      let words = question.split(separator: " ").map(String.init)
      return Signal<Int>.interval(.milliseconds(3), on: queue)
        .take(words.count)
        .map { [tokens] index in
          tokens.update { $0 += 1 }
          return words[index]
        }
    }
  }
}

/// An interview of one candidate, streamed to the browser.
private final class InterviewSession: Sendable {
  let shown = Shared<[String]>([])
  private let model: InterviewModel
  private let bag = DisposeBag()

  init(_ model: InterviewModel) { self.model = model }

  func send(_ message: String) {
    let answer = mended ? model.answer(message).share() : model.answer(message)  // LEAK
    let pings = Signal<Int>.interval(.milliseconds(8), on: QueueScheduler("pings"))
      .map { _ in "ping" }
      .take(until: answer.ignoreElements())
    answer.merge(pings)
      .concat(.just("done"))
      .subscribe(next: { [shown] event in shown.update { $0.append(event) } })
      .disposed(by: bag)
  }

  func leave() { bag.dispose() }
}

enum StreamedAnswers: LeakProgram {
  static func run() {
    let model = InterviewModel()
    let questions = [
      "tell me about a hard bug", "what is a monad", "how do you test time",
      "why this company of all companies",
    ]
    for candidate in 0..<3 {
      let session = InterviewSession(model)
      for question in questions {
        session.send("\(question) candidate \(candidate)")
        pause(milliseconds: 45)
      }
      session.leave()
    }
    print("generations", model.generations.value, "tokens", model.tokens.value)
  }
}
