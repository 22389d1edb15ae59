// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure holds the editor, which holds the handle; owned(by:) ends nothing, and no editor ever goes

import Signals

private struct Edit: Sendable {
  let note: Int
  let text: String
}

/// Shows the note as others see it; goes with its window.
private final class Preview: Sendable {
  private let bag = DisposeBag()
  private let text = Shared("")

  init(_ note: Int, _ edits: Signal<Edit>) {
    edits.filter { $0.note == note }.subscribe(next: { [weak self] in self?.show($0.text) })
      .owned(by: self).disposed(by: bag)
  }

  private func show(_ new: String) { text.update { $0 = new } }
}

private final class NoteEditor: Sendable {
  private let sync = SerialDisposable()
  private let text = Shared("")

  init(_ note: Int, _ edits: Signal<Edit>) {
    let others = edits.filter { $0.note == note }
    if mended {
      sync.inner = others.subscribe(next: { [weak self] in self?.merge($0) }).owned(by: self)
    } else {
      sync.inner = others.subscribe(next: { self.merge($0) }).owned(by: self)  // LEAK
    }
  }

  deinit { sync.dispose() }

  private func merge(_ edit: Edit) { text.update { $0 += edit.text } }
}

enum NoteEditors: LeakProgram {
  static func run() {
    let edits = PublishSubject<Edit>()
    for note in 0..<12 {
      let windows = (NoteEditor(note, edits), Preview(note, edits))
      for word in ["dear", "all"] {
        edits.next(Edit(note: note, text: word))
        pause(milliseconds: 5)
      }
      withExtendedLifetime(windows) {}
    }
    for note in 0..<24 {
      edits.next(Edit(note: note % 12, text: "regards"))
      pause(milliseconds: 4)
    }
    print("all notes closed")
  }
}
