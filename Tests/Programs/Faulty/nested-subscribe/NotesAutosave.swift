// fault: nested-subscribe
// verdict: likely
// proof: run
// says: each note that is opened begins to watch for edits within the subscription to the opened ones, and never stops

import Signals

/// An editor that saves the note that is open a moment after its last edit.
enum NotesAutosave: LeakProgram {
  static func run() {
    let clock = QueueScheduler("autosave")
    let opened = PublishSubject<String>()
    let edits = PublishSubject<String>()
    let saved = Shared<[String]>([])
    let editor = DisposeBag()
    if mended {
      opened.flatMapLatest { note in
        edits.debounce(for: .milliseconds(2), on: clock).map { "\(note): \($0)" }
      }
      .subscribe(next: { text in saved.update { $0.append(text) } })
      .disposed(by: editor)
    } else {
      opened.subscribe(next: { note in
        _ = edits.debounce(for: .milliseconds(2), on: clock)
          .subscribe(next: { text in saved.update { $0.append("\(note): \(text)") } })  // LEAK
      }).disposed(by: editor)
    }
    for note in 0..<9 {
      opened.next("note \(note)")
      for word in 0..<4 { edits.next("word \(word)") }
      pause(milliseconds: 6)
    }
    editor.dispose()
    for word in 0..<12 {
      edits.next("of nobody \(word)")
      pause(milliseconds: 5)
    }
    print("saved", saved.value.count)
  }
}
