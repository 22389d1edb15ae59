// healthy: growth, bounded by the number of open documents; each holds a few for its whole life
// says: Fourteen documents are open, opened one after the other while the user worked; each listens for its own menu.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Document: Sendable {
  let edits = PublishSubject<String>()
  let history = Shared<[String]>([])
  private let bag = DisposeBag()

  init(_ undo: Signal<Int>, _ number: Int) {
    edits.subscribe(next: { [history] edit in history.update { $0.append(edit) } }).disposed(by: bag)
    undo.filter { $0 == number }
      .subscribe(next: { [history] _ in history.update { _ = $0.popLast() } }).disposed(by: bag)
  }
}

enum UndoHistory: LeakProgram {
  static func run() {
    let undo = PublishSubject<Int>()
    let documents = Shared<[Document]>([])
    for step in 0..<120 {
      if step < 84, step % 6 == 0 {
        let document = Document(undo, step / 6)
        documents.update { $0.append(document) }
      }
      let open = documents.value
      open[step % open.count].edits.next("edit \(step)")
      if step % 5 == 4 { undo.next(step % open.count) }
      pause(milliseconds: 3)
    }
    print("edits", documents.value.map { $0.history.value.count }.reduce(0, +))
    exit(0)
  }
}
