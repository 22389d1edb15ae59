// healthy: take(until:) above flatMap, its signal fired, and all inner signals alive for a while after it
// says: Nobody asks any more after the hang-up; the five questions that were asked are answered a moment later, and end.
// allows: nothing

import Signals

/// A hotline.
enum AnswersAfterHangUp: LeakProgram {
  static func run() {
    let clock = QueueScheduler("hotline")
    let questions = PublishSubject<Int>()
    let hungUp = PublishSubject<Void>()
    let answers = PublishSubject<Int>()
    let music = Signal<Int>.interval(.milliseconds(4), on: clock).subscribe(next: { _ in })
    _ = questions.take(until: hungUp)
      .flatMap { question in answers.filter { $0 == question }.take(1) }
      .subscribe(next: { _ in })
    for question in 0..<5 {
      questions.next(question)
      pause(milliseconds: 2)
    }
    hungUp.next(())
    for answer in 0..<5 {
      pause(milliseconds: 4)
      answers.next(answer)
    }
    pause(milliseconds: 15)
    music.dispose()
  }
}
