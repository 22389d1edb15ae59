// fault: blocks-its-own-queue
// verdict: likely
// proof: run
// says: a send waits on the input/output queue for its deliveries, which need that queue; none of them can go on
// source: opensearch-project/notifications #1248
// fix: the send path waits nowhere: it is a chain that goes on when the deliveries are there

import Signals

private struct Receipt: Sendable {
  let channel: String
  let status: Int
}

/// Sends notifications to the channels that somebody configured.
private final class SendMessageHelper: Sendable {
  let sent = Shared(0)
  let given = Shared(0)
  private let io: QueueScheduler
  private let bag = DisposeBag()

  init(_ io: QueueScheduler) { self.io = io }

  func send(_ text: String, to channels: [String]) {
    let arrival = Signal<String>.just(text).deliver(on: io)
    let receipts: Signal<[Receipt]>
    if mended {
      receipts = arrival.flatMap { [io] text in Self.deliveries(of: text, to: channels, on: io) }
    } else {
      receipts = arrival.map { [io] text in
        let all = Self.deliveries(of: text, to: channels, on: io)
        return try all.blocking(timeout: .milliseconds(120)).single()  // LEAK
      }
    }
    receipts
      .subscribe(
        next: { [sent] all in sent.update { $0 += all.count } },
        error: { [given] _ in given.update { $0 += 1 } }
      )
      .disposed(by: bag)
  }

  func close() { bag.dispose() }

  private static func deliveries(
    of text: String, to channels: [String], on io: QueueScheduler
  ) -> Signal<[Receipt]> {
    Signal<Receipt>.merge(
      channels.map { channel in
        Signal<Int>.timer(after: .milliseconds(4), on: io)
          .map { _ in Receipt(channel: channel, status: text.isEmpty ? 400 : 200) }
      }
    )
    .collect()
  }
}

enum BlockingSendPath: LeakProgram {
  static func run() {
    let io = QueueScheduler("io")
    let helper = SendMessageHelper(io)
    let health = Signal<Int>.interval(.milliseconds(20), on: QueueScheduler("health"))
      .scan(0) { beats, _ in beats + 1 }
      .subscribe(next: { _ in })
    for number in 0..<6 {
      helper.send("alert \(number)", to: ["webhook", "mail", "chat"])
      pause(milliseconds: 15)
    }
    pause(milliseconds: 800)
    print("sent", helper.sent.value, "given up", helper.given.value)
    helper.close()
    health.dispose()
  }
}
