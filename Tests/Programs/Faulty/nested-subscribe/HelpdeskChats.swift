// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each ticket's chat is subscribed to within `next`; ending the tickets leaves all chats as they are

import Signals

private struct Line: Sendable {
  let ticket: Int
  let text: String
}

/// Customers who open tickets and write.
private struct Hotline {
  let tickets = PublishSubject<Int>()
  let lines = PublishSubject<Line>()
}

/// One agent's desk.
private final class Desk {
  private let read = Shared(0)
  private var shift: Subscription?

  func begin(_ hotline: Hotline) {
    let read = read
    let lines = hotline.lines
    if mended {
      shift = hotline.tickets
        .flatMap { ticket in lines.filter { $0.ticket == ticket } }
        .subscribe(next: { _ in read.update { $0 += 1 } })
    } else {
      shift = hotline.tickets.subscribe(next: { ticket in
        _ = lines.filter { $0.ticket == ticket }  // LEAK
          .subscribe(next: { _ in read.update { $0 += 1 } })  // LEAK
      })
    }
  }

  func end() {
    shift?.dispose()
    shift = nil
  }

  var count: Int { read.value }
}

enum HelpdeskChats: LeakProgram {
  static func run() {
    let hotline = Hotline()
    let log = hotline.lines.filter { $0.text == "urgent" }.subscribe(next: { _ in })
    let desk = Desk()
    for day in 0..<4 {
      desk.begin(hotline)
      for ticket in 0..<5 {
        hotline.tickets.next(day * 5 + ticket)
        hotline.lines.next(Line(ticket: day * 5 + ticket, text: "hello?"))
        pause(milliseconds: 3)
      }
      desk.end()
    }
    let before = desk.count
    for line in 0..<30 {
      hotline.lines.next(Line(ticket: line % 20, text: line % 9 == 0 ? "urgent" : "?"))
      pause(milliseconds: 2)
    }
    print("read after work", desk.count - before)
    log.dispose()
  }
}
