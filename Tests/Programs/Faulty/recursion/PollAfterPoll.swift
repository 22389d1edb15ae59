// fault: recursion
// verdict: suspect
// proof: run
// says: each answer subscribes to the next poll inside itself, and none of them ends

import Signals

/// Polls a job; each poll starts the next.
enum PollAfterPoll: LeakProgram {
  static func run() {
    let answers = PublishSubject<Int>()
    poll(0, answers)
    for number in 0..<30 {
      answers.next(number)
      pause(milliseconds: 1)
    }
    pause(milliseconds: 20)
  }

  static func poll(_ turn: Int, _ answers: Signal<Int>) {
    let answer = answers.filter { $0 == turn }
    _ = (mended ? answer.take(1) : answer)
      .subscribe(next: { number in poll(number + 1, answers) })  // LEAK
  }
}
