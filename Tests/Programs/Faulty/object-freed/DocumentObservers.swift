// fault: object-freed
// verdict: certain
// proof: run
// says: a document that is closed goes out of memory, its autosave, which says whose it is, goes on

import Signals

private let edits = PublishSubject<Int>()

private final class Document: Sendable {
  private let saves = Shared(0)
  private let bag = DisposeBag()

  func open() {
    let autosave = edits.filter { $0 % 2 == 0 }
      .subscribe(next: { [saves] _ in saves.update { $0 += 1 } })  // LEAK
      .owned(by: self)  // LEAK
    if mended { autosave.disposed(by: bag) }
  }
}

/// Opens and closes documents while somebody types.
enum DocumentObservers: LeakProgram {
  static func run() {
    let cursor = edits.subscribe(next: { _ in })
    for number in 0..<6 {
      let document = Document()
      document.open()
      edits.next(number)
      pause(milliseconds: 3)
      withExtendedLifetime(document) {}
    }
    let last = edits.map { $0 + 1 }.subscribe(next: { _ in })
    for edit in 0..<20 {
      edits.next(edit)
      pause(milliseconds: 2)
    }
    last.dispose()
    cursor.dispose()
  }
}
