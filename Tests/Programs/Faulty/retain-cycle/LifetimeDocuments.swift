// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure keeps the document, which keeps the token whose end would end the subscription

import Signals

private struct Edit: Sendable {
  let document: Int
  let text: String
}

/// An editor: documents follow the edits of all users for as long as they are in memory.
private final class Document: Sendable {
  private let life = Lifetime.make()
  private let text = Shared("")

  init(_ number: Int, _ edits: Signal<Edit>) {
    let mine = edits.filter { $0.document == number }.take(during: life.lifetime)
    if mended {
      _ = mine.subscribe(next: { [weak self] in self?.apply($0) })
    } else {
      _ = mine.subscribe(next: { self.apply($0) })  // LEAK
    }
  }

  private func apply(_ edit: Edit) { text.update { $0 += edit.text } }
}

enum LifetimeDocuments: LeakProgram {
  static func run() {
    let edits = PublishSubject<Edit>()
    let saver = QueueScheduler("saver")
    let saving = edits.buffer(for: .milliseconds(10), count: 5, on: saver).subscribe(next: { _ in })
    var open: [Document] = []
    for number in 0..<18 {
      open.append(Document(number, edits))
      onAnotherThread { for step in 0..<3 { edits.next(Edit(document: number, text: "\(step)")) } }
      if open.count > 2 { open.removeFirst() }
      pause(milliseconds: 5)
    }
    open = []
    for step in 0..<12 {
      edits.next(Edit(document: step, text: "late"))
      pause(milliseconds: 4)
    }
    saving.dispose()
  }
}
