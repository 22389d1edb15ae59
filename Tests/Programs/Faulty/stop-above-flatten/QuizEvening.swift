// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the end of the quiz stops the questions; the votes of those that were asked are counted on

import Signals

/// Asks questions and counts the votes for each until the quiz is over.
enum QuizEvening: LeakProgram {
  static func run() {
    let questions = PublishSubject<Int>()
    let votes = PublishSubject<Int>()
    let over = PublishSubject<Void>()
    let counted = Shared(0)
    let asked = mended ? questions : questions.take(until: over)
    let counts =
      asked
      .flatMap { question in votes.map { $0 + question } }  // LEAK
    let shown = mended ? counts.take(until: over) : counts
    _ = shown.subscribe(next: { _ in counted.update { $0 += 1 } })
    for question in 0..<5 {
      questions.next(question)
      votes.next(question)
    }
    over.next(())
    for vote in 0..<20 { votes.next(vote) }
    pause(milliseconds: 30)
  }
}
