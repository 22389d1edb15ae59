// healthy: light load: a queue that holds one long job, jobs that wait behind it at exit
// says: A poster takes long, the letters behind it wait for their turn; that is how a printer works.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Document: Sendable {
  let owner: String
  let pages: Int
}

private final class Printer: Sendable {
  let queue = PublishSubject<Document>()
  let printed = Atomic<Int>(0)
  private let engine = QueueScheduler("engine")
  private let bag = DisposeBag()

  func switchOn() {
    queue
      .concatMap { [engine] document in
        Signal<Int>.interval(.milliseconds(3), on: engine).take(document.pages).map { _ in document.owner }
      }
      .subscribe(next: { _ in self.printed.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

private final class Desk: Sendable {
  private let bag = DisposeBag()
  let drafts = PublishSubject<Int>()

  init(_ name: String, _ printer: Printer) {
    drafts.filter { $0 > 0 }
      .subscribe(next: { printer.queue.next(Document(owner: name, pages: $0)) }).disposed(by: bag)
  }
}

enum PrintServer: LeakProgram {
  static func run() {
    let printer = Printer()
    printer.switchOn()
    let desks = ["Ann", "Bob", "Cho"].map { Desk($0, printer) }
    for letter in 0..<12 {
      desks[letter % 3].drafts.next(1 + letter % 2)
      pause(milliseconds: 12)
    }
    desks[0].drafts.next(200)
    for letter in 0..<8 {
      desks[letter % 3].drafts.next(1)
      pause(milliseconds: 6)
    }
    print("printed", printer.printed.load(ordering: .relaxed) > 10)
    exit(0)
  }
}
