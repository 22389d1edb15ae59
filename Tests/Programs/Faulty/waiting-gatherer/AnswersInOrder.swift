// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: zip keeps each question that nobody answers: thousands wait

import Signals

/// Pairs the questions of a protocol with their answers; the peer answers a tenth of them.
enum AnswersInOrder: LeakProgram {
  static func run() {
    let questions = PublishSubject<Int>()
    let answers = PublishSubject<Int>()
    let log = questions.zip(with: answers).subscribe(next: { _ in })  // LEAK
    for number in 0..<6000 {
      questions.next(number)
      if mended || number % 10 == 0 { answers.next(number) }
      if number % 500 == 0 { pause(milliseconds: 3) }
    }
    pause(milliseconds: 20)
    log.dispose()
  }
}
