// fault: wrong-flatten
// verdict: likely
// proof: run
// says: flatMap keeps the autosave of every document that was ever open; flatMapLatest was meant

import Signals

/// An editor that saves the document which is open.
enum DraftAutosave: LeakProgram {
  static func run() {
    let opened = PublishSubject<Int>()
    let ticks = PublishSubject<Void>()
    let closing = PublishSubject<Void>()
    let saved = Shared(0)
    let autosave =
      mended
      ? opened.flatMapLatest { document in ticks.map { document } }
      : opened.flatMap { document in ticks.map { document } }  // LEAK
    let work = autosave.subscribe(next: { _ in saved.update { $0 += 1 } })
    for document in 0..<9 {
      opened.next(document)
      for _ in 0..<3 {
        ticks.next(())
        pause(milliseconds: 2)
      }
    }
    closing.next(())
    pause(milliseconds: 30)
    withExtendedLifetime(work) {}
  }
}
