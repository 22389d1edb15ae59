// fault: removed-undisposed
// verdict: likely
// proof: run
// says: `remove` of a composite lets go of a tab's subscription without disposing it, as in other libraries it would

import Signals

private struct Selection: Sendable {
  let node: Int
  let revision: Int
}

private final class EditorDocument: Sendable {
  let selection = PublishSubject<Selection>()
}

/// The inspector of an editor: opens and closes tabs, each of which follows the selection.
private final class Inspector: Sendable {
  let redraws = Shared(0)
  private let document: EditorDocument
  private let all = CompositeDisposable()
  private let open = Shared<[String: Disposable]>([:])

  init(_ document: EditorDocument) {
    self.document = document
    all.add(document.selection.map { $0.node }.distinctUntilChanged().subscribe(next: { _ in }))
  }

  func openTab(_ name: String) {
    closeTab(name)
    let tab = document.selection
      .filter { $0.node % 3 != 0 }
      .subscribe(next: { [redraws] _ in redraws.update { $0 += 1 } })  // LEAK
    all.add(tab)
    open.update { $0[name] = tab }
  }

  func closeTab(_ name: String) {
    guard let tab = open.update({ $0.removeValue(forKey: name) }) else { return }
    all.remove(tab)  // LEAK
    if mended { tab.dispose() }
  }

  func close() { all.dispose() }
}

enum InspectorTabs: LeakProgram {
  static func run() {
    let document = EditorDocument()
    let inspector = Inspector(document)
    let names = ["layout", "style", "events", "a11y"]
    for step in 0..<28 {
      inspector.openTab(names[step % 4])
      if step % 5 == 4 { inspector.closeTab(names[(step + 2) % 4]) }
      document.selection.next(Selection(node: step, revision: step * 2))
      pause(milliseconds: 7)
    }
    inspector.close()
    for step in 0..<10 {
      document.selection.next(Selection(node: step, revision: 100 + step))
      pause(milliseconds: 6)
    }
    print("redraws", inspector.redraws.value > 0)
  }
}
