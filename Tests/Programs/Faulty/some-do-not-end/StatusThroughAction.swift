// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the dialogs listen to what a shared action sends; those that are answered stop, those that are cancelled do not

import Signals

/// Dialogs that save by one action of the document and listen to its values.
enum StatusThroughAction: LeakProgram {
  static func run() {
    let save = Action<Int, Int> { .just($0) }
    for dialog in 0..<24 {
      let saved = save.values.subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 3)
      let isCancelled = dialog % 4 == 3
      if !isCancelled { _ = save.execute(dialog).subscribe(next: { _ in }) }
      if !isCancelled || mended { saved.dispose() }
    }
    pause(milliseconds: 40)
    _ = save.execute(99).subscribe(next: { _ in })
  }
}
