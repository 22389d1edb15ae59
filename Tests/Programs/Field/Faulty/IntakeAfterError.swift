// fault: error-handled-outside
// verdict: suspect
// proof: run
// says: the error of one item is caught behind the flattening, which ends the chain; nobody handles later items
// source: reactor/reactor-core #832
// fix: the error is caught within the flattening, for the item that failed

import Signals

private struct BadRecord: Error {}

private struct Record: Sendable {
  let key: Int
  let fields: [String: String]
}

/// Takes records from the outside, as they come in by requests, and stores them.
private final class Intake: Sendable {
  let stored = Shared<[Int]>([])
  let refused = Shared(0)
  private let input = PublishSubject<Record>()
  private let bag = DisposeBag()

  init() {
    let handled: Signal<Int>
    if mended {
      handled = input.flatMap { [refused] record in
        Self.store(record).catch { _ in
          refused.update { $0 += 1 }
          return .empty()
        }
      }
    } else {
      handled =
        input
        .flatMap { Self.store($0) }
        .catch { [refused] _ in  // LEAK
          refused.update { $0 += 1 }
          return .empty()
        }
    }
    handled.subscribe(next: { [stored] key in stored.update { $0.append(key) } }).disposed(by: bag)
  }

  func accept(_ record: Record) { input.next(record) }

  private static func store(_ record: Record) -> Signal<Int> {
    Signal<Int>.just(record.key)
      .delay(for: .milliseconds(2), on: QueueScheduler("store"))
      .map { key in
        guard record.fields["name"] != nil else { throw BadRecord() }
        return key
      }
  }
}

enum IntakeAfterError: LeakProgram {
  static func run() {
    let intake = Intake()
    let requests = PublishSubject<Int>()
    let counter = requests.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for key in 0..<20 {
      requests.next(key)
      intake.accept(Record(key: key, fields: key == 4 || key == 11 ? [:] : ["name": "record \(key)"]))
      pause(milliseconds: 6)
    }
    pause(milliseconds: 20)
    print("stored", intake.stored.value.count, "refused", intake.refused.value)
    counter.dispose()
  }
}
