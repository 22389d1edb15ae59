// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: the lines of a session are a group of their own, which does not end when the session does

import Dispatch
import Signals
import Synchronization

private struct Line: Sendable {
  let session: Int
  let text: String

  var isLast: Bool { text == "logout" }
}

private struct Batch: Sendable {
  let session: Int
  let lines: [String]
}

/// Where the batches go.
private final class Collector: Sendable {
  let lines = Atomic<Int>(0)
  let batches = Atomic<Int>(0)

  func store(_ batch: Batch) {
    batches.add(1, ordering: .relaxed)
    lines.add(batch.lines.count, ordering: .relaxed)
  }
}

/// Ships what the front ends write, each session in batches of its own.
private final class SessionShipper: Sendable {
  let input = PublishSubject<Line>()
  private let clock = QueueScheduler("shipper")
  private let bag = DisposeBag()

  func start(to collector: Collector) {
    input
      .groupBy { $0.session }
      .flatMap { group in self.batches(of: group) }  // LEAK
      .subscribe(next: { collector.store($0) })
      .disposed(by: bag)
  }

  private func batches(of group: GroupedSignal<Int, Line>) -> Signal<Batch> {
    let session = group.key
    let lines = mended ? group.take(inclusive: true, until: { $0.isLast }) : group  // LEAK
    return
      lines
      .buffer(for: .milliseconds(12), count: 5, on: clock)
      .map { Batch(session: session, lines: $0.map(\.text)) }
  }
}

/// A front end: sessions begin, write a few lines and end.
private final class FrontEnd: Sendable {
  private let queue = DispatchQueue(label: "front end")
  private let shipper: SessionShipper

  init(_ shipper: SessionShipper) { self.shipper = shipper }

  func serve(session: Int) {
    queue.async { [shipper] in
      shipper.input.next(Line(session: session, text: "login"))
      for click in 0..<3 { shipper.input.next(Line(session: session, text: "click \(click)")) }
    }
    queue.asyncAfter(deadline: .now() + .milliseconds(30)) { [shipper] in
      shipper.input.next(Line(session: session, text: "logout"))
    }
  }
}

enum LogsBySession: LeakProgram {
  static func run() {
    let collector = Collector()
    let shipper = SessionShipper()
    shipper.start(to: collector)
    let frontEnds = [FrontEnd(shipper), FrontEnd(shipper)]
    for session in 0..<40 {
      frontEnds[session % 2].serve(session: session)
      pause(milliseconds: 10)
    }
    pause(milliseconds: 140)
    withExtendedLifetime(shipper) {
      print("batches", collector.batches.load(ordering: .relaxed))
      print("lines", collector.lines.load(ordering: .relaxed))
    }
  }
}
