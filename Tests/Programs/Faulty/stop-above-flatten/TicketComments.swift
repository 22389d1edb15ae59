// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: closing the window stops the choice of tickets above flatMapLatest, so the last ticket's comments are heard on

import Signals

private struct Remark: Sendable {
  let ticket: Int
  let text: String
}

private final class HelpDesk: Sendable {
  let remarks = PublishSubject<Remark>()
  func remarks(on ticket: Int) -> Signal<String> {
    remarks.filter { $0.ticket == ticket }.map(\.text)
  }
}

private final class TicketWindow: Sendable {
  let selected = PublishSubject<Int>()
  private let closed = PublishSubject<Void>()
  private let texts = Shared<[String]>([])

  init(_ desk: HelpDesk) {
    let texts = texts
    let follow: @Sendable (Int) -> Signal<String> = { desk.remarks(on: $0) }
    if mended {
      _ = selected.flatMapLatest(follow).take(until: closed)
        .subscribe(next: { text in texts.update { $0.append(text) } })
    } else {
      _ = selected.take(until: closed)  // LEAK
        .flatMapLatest(follow)  // LEAK
        .subscribe(next: { text in texts.update { $0.append(text) } })
    }
    // The title shows the number alone.
    _ = selected.map { "ticket \($0)" }.take(until: closed).subscribe(next: { _ in })
  }

  func close() { closed.next(()) }
}

enum TicketComments: LeakProgram {
  static func run() {
    let desk = HelpDesk()
    for shift in 0..<7 {
      let window = TicketWindow(desk)
      for ticket in 0..<4 {
        window.selected.next(shift * 4 + ticket)
        desk.remarks.next(Remark(ticket: shift * 4 + ticket, text: "please hurry"))
        pause(milliseconds: 5)
      }
      window.close()
      pause(milliseconds: 8)
    }
    for ticket in 0..<28 {
      desk.remarks.next(Remark(ticket: ticket, text: "solved"))
      pause(milliseconds: 3)
    }
    print("shifts over")
  }
}
