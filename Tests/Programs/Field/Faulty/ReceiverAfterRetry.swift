// fault: retry-of-a-used-source
// verdict: suspect
// proof: run
// says: the retry subscribes again to the stream of a consumer that the first failure closed; nothing comes of it
// source: reactor/reactor-kafka #19
// fix: the stream is deferred, so that each retry makes a consumer of its own

import Dispatch
import Signals

private struct PoisonedRecord: Error {}

/// The broker, which keeps the records and the offset of the group.
private final class Broker: Sendable {
  let polls = PublishSubject<Int>()
  let committed = Shared(0)

  func produce(_ record: Int) { polls.next(record) }
}

/// Consumes a topic: one consumer for one stream, closed as that is cancelled.
private final class Receiver: Sendable {
  private let broker: Broker

  init(_ broker: Broker) { self.broker = broker }

  func receive() -> Signal<Int> {
    let isClosed = Shared(false)
    let consumer = PublishSubject<Int>()
    return Signal<Int>.create { [broker] subscriber in
      let delivery = consumer.subscribe(next: { subscriber.next($0) })
      let poll = broker.polls.filter { _ in !isClosed.value }.subscribe(next: { consumer.next($0) })
      return Disposable {
        isClosed.update { $0 = true }
        poll.dispose()
        delivery.dispose()
      }
    }
  }
}

enum ReceiverAfterRetry: LeakProgram {
  static func run() {
    let broker = Broker()
    let receiver = Receiver(broker)
    let handled = Shared<[Int]>([])
    let seen = Shared(0)
    let bag = DisposeBag()
    let records = mended ? Signal<Int>.deferred { receiver.receive() } : receiver.receive()  // LEAK
    records
      .map { record in
        let number = seen.update { seen -> Int in
          seen += 1
          return seen
        }
        if number == 8 { throw PoisonedRecord() }
        broker.committed.update { $0 = record }
        return record
      }
      .retry(.init(firstPause: .milliseconds(5), factor: 1), on: QueueScheduler("retry"))
      .subscribe(next: { record in handled.update { $0.append(record) } })
      .disposed(by: bag)
    let lag = Signal<Int>.interval(.milliseconds(25), on: QueueScheduler("lag"))
      .map { _ in broker.committed.value }
      .distinctUntilChanged()
      .subscribe(next: { _ in })
    for record in 0..<40 {
      broker.produce(record)
      pause(milliseconds: 6)
    }
    print("handled", handled.value.count, "committed", broker.committed.value)
    lag.dispose()
    killed(holding: bag)
  }
}
