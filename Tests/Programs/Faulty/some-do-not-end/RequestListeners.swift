// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the listener of a request is disposed where the request fails, and forgotten where it succeeds

import Signals

private struct Timeout: Error {}
private let progress = PublishSubject<Int>()
private let network = QueueScheduler("network")

private func request(_ number: Int) -> Signal<Int> {
  let answer = Signal<Int>.timer(after: .milliseconds(3), on: network)
  return number % 3 == 0 ? answer.flatMap { _ in Signal<Int>.fail(Timeout()) } : answer.map { _ in number }
}

/// Requests with a listener each that shows their progress.
enum RequestListeners: LeakProgram {
  static func run() {
    for number in 0..<24 {
      let done = Flag()
      let listener = progress.filter { $0 == number }.subscribe(next: { _ in })  // LEAK
      _ = request(number).subscribe(
        next: { _ in
          if mended { listener.dispose() }
          done.raise()
        },
        error: { _ in
          listener.dispose()
          done.raise()
        })
      progress.next(number)
      done.wait()
    }
    for number in 0..<30 {
      progress.next(number)
      pause(milliseconds: 1)
    }
  }
}
