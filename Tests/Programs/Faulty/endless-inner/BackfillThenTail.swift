// fault: endless-inner
// verdict: finding
// proof: run
// says: `concatMap` waits for the first topic, whose tail never ends: the other topics are never read

import Signals

private struct Record: Sendable {
  let topic: String
  let offset: Int
}

/// A broker that keeps old records, and sends new ones.
private struct Broker: Sendable {
  let live = PublishSubject<Record>()

  func stored(_ topic: String) -> Signal<Record> {
    Signal.from((0..<3).map { Record(topic: topic, offset: $0) })
  }

  func tail(_ topic: String) -> Signal<Record> { live.filter { $0.topic == topic } }
}

/// An indexer that reads what each topic holds, and then follows it.
enum BackfillThenTail: LeakProgram {
  static func run() {
    let broker = Broker()
    let discovered = PublishSubject<String>()
    let indexed = Shared([String: Int]())
    let bag = DisposeBag()

    let follow: @Sendable (String) -> Signal<Record> = { topic in
      broker.stored(topic).concat(broker.tail(topic))
    }
    let records: Signal<Record>
    if mended {
      records = discovered.flatMap(follow)
    } else {
      records = discovered.concatMap(follow)  // LEAK
    }
    records
      .subscribe(next: { record in indexed.update { $0[record.topic, default: 0] += 1 } })
      .disposed(by: bag)
    discovered.enumerated()
      .subscribe(next: { number, topic in print("topic", number, topic) })
      .disposed(by: bag)

    for number in 0..<8 {
      discovered.next("topic-\(number)")
      for offset in 3..<6 {
        broker.live.next(Record(topic: "topic-\(offset * number % 8)", offset: offset))
        pause(milliseconds: 5)
      }
    }
    bag.dispose()
    print("indexed", indexed.value.count)
  }
}
