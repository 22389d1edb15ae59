// healthy: many failures and repeated attempts, as errors and retries come
// says: Every fifth message cannot be handled; it is tried three times with a pause and put aside, and the consumer goes on.
// allows: nothing

import Signals

private struct Poisoned: Error {}

/// A consumer of a queue, one message after the other.
private final class Consumer: Sendable {
  let messages = PublishSubject<Int>()
  let handled = Shared(0)
  let aside = PublishSubject<Int>()
  private let clock = QueueScheduler("consumer")

  private func handle(_ message: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(1), on: clock).flatMap { _ -> Signal<Int> in
      message % 5 == 4 ? .fail(Poisoned()) : .just(message)
    }
  }

  func start(_ done: @escaping @Sendable () -> Void) {
    _ = messages.concatMap { [self] message in
      handle(message).retry(upTo: 2, interval: .milliseconds(5), on: clock).catch { [aside] _ in
        aside.next(message)
        return .empty()
      }
    }
    .subscribe(next: { [handled] _ in handled.update { $0 += 1 } }, completed: done)
  }
}

enum DeadLetters: LeakProgram {
  static func run() {
    let consumer = Consumer()
    let isDone = Flag()
    let letters = Shared([Int]())
    let archive = consumer.aside.subscribe(next: { message in letters.update { $0.append(message) } })
    consumer.start { isDone.raise() }
    for message in 0..<40 {
      consumer.messages.next(message)
      pause(milliseconds: 5)
    }
    consumer.messages.completed()
    isDone.wait()
    archive.dispose()
    print("handled", consumer.handled.value, "aside", letters.value.count)
  }
}
