// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a request that is answered disposes its listener; one that runs into the time limit only reports it

import Signals

private struct TooSlow: Error {}

/// A client that waits ten milliseconds for each answer of a backend, which is too slow for every fourth.
enum SlowBackend: LeakProgram {
  static func run() {
    let answers = PublishSubject<Int>()
    var failures = 0
    for request in 0..<12 {
      do { try ask(request, answers) } catch { failures += 1 }
    }
    pause(milliseconds: 60)
    for answer in 0..<12 { answers.next(answer) }
    print("failures \(failures)")
  }

  private static func ask(_ request: Int, _ answers: PublishSubject<Int>) throws {
    let heard = Shared(false)
    let listener = answers.filter { $0 == request }
      .subscribe(next: { _ in heard.update { $0 = true } })  // LEAK
    if request % 4 != 3 { answers.next(request) }
    pause(milliseconds: 3)
    guard heard.value else {
      if mended { listener.dispose() }
      throw TooSlow()
    }
    listener.dispose()
  }
}
