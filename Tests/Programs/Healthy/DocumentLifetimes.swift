// healthy: subscriptions without a handle that end with an object; some objects live on at the end
// says: A document's life ends what it follows; four are open when the editor is quit.
// allows: nothing

import Glibc
import Signals

private struct Edit: Sendable {
  let document: Int
  let text: String
}

private final class Document: Sendable {
  private let life = Lifetime.make()
  private let text = Shared("")

  init(_ number: Int, _ edits: Signal<Edit>, _ clock: QueueScheduler) {
    _ = edits.filter { $0.document == number }
      .take(during: life.lifetime)
      .subscribe(next: { [weak self] in self?.apply($0) })
    _ = Signal<Int>.interval(.milliseconds(7), on: clock)
      .take(during: life.lifetime)
      .subscribe(next: { [weak self] _ in self?.autosave() })
  }

  private func apply(_ edit: Edit) { text.update { $0 += edit.text } }
  private func autosave() { text.update { $0 += "|" } }
}

enum DocumentLifetimes: LeakProgram {
  static func run() {
    let edits = PublishSubject<Edit>()
    let clock = QueueScheduler("autosave")
    let open = Shared<[Document]>([])
    for number in 0..<20 {
      open.update { $0.append(Document(number, edits, clock)) }
      onAnotherThread { for step in 0..<3 { edits.next(Edit(document: number, text: "\(step)")) } }
      if open.value.count > 4 {
        let closing = number % 2 == 0 ? 0 : 2
        open.update { _ = $0.remove(at: closing) }
      }
      pause(milliseconds: 5)
    }
    for step in 0..<10 {
      edits.next(Edit(document: step * 2, text: "late"))
      pause(milliseconds: 4)
    }
    print("open", open.value.count)
    exit(0)
  }
}
