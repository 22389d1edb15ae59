// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: the spans of a trace are a group of their own, and none of the groups ends once its trace is complete

import Signals
import Synchronization

private struct Span: Sendable {
  let trace: Int
  let name: String
  let isRoot: Bool
}

private struct AssembledTrace: Sendable {
  let number: Int
  let spans: [String]
}

/// Puts spans that come in any order together again, trace by trace; the root is the last span of each.
private final class Assembler: Sendable {
  let received = PublishSubject<Span>()
  let assembled: Signal<AssembledTrace>

  init() {
    assembled =
      received
      .groupBy { $0.trace }  // LEAK
      .flatMap { trace in  // LEAK
        let spans = mended ? trace.take(inclusive: true, until: { $0.isRoot }) : trace
        return
          spans
          .scan(into: [Span]()) { spans, span in spans.append(span) }
          .filter { spans in spans.last?.isRoot == true }
          .map { spans in AssembledTrace(number: trace.key, spans: spans.map(\.name)) }
      }
      .share()
  }
}

private final class TraceStore: Sendable {
  let stored = Atomic<Int>(0)
  let longest = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ assembler: Assembler) {
    assembler.assembled
      .buffer(for: .milliseconds(15), count: 16, on: QueueScheduler("store"))
      .subscribe(next: { [weak self] traces in self?.stored.add(traces.count, ordering: .relaxed) })
      .disposed(by: bag)
    assembler.assembled
      .map(\.spans.count)
      .subscribe(next: { [weak self] count in self?.longest.max(count, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum SpanAssembler: LeakProgram {
  static func run() {
    let assembler = Assembler()
    let store = TraceStore(assembler)
    for number in 0..<64 {
      let steps = ["parse", "query", "render"].prefix(1 + number % 3)
      for step in steps {
        assembler.received.next(Span(trace: number, name: step, isRoot: false))
      }
      pause(milliseconds: 4)
      onAnotherThread {
        assembler.received.next(Span(trace: number, name: "request", isRoot: true))
      }
    }
    pause(milliseconds: 60)
    print("stored", store.stored.load(ordering: .relaxed), "longest", store.longest.load(ordering: .relaxed))
  }
}
