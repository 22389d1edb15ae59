// healthy: every change adds a subscription to a history, and undoing does not dispose it
// says: What is undone may be redone, and is kept for that; a new change disposes what could be redone, and the oldest beyond eight.
// allows: nothing

import Signals

/// One change of a pattern, which follows the thickness of the yarn for its preview.
private struct Step {
  let row: Int
  let preview: Subscription
}

private final class PatternEditor {
  let yarn = PublishRelay<Int>()
  private var done: [Step] = []
  private var undone: [Step] = []
  private let drawn = Shared(0)

  func change(_ row: Int) {
    for step in undone { step.preview.dispose() }
    undone = []
    let preview = yarn.map { $0 * row }.subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
    done.append(Step(row: row, preview: preview))
    if done.count > 8 { done.removeFirst().preview.dispose() }
  }

  func undo() {
    if let step = done.popLast() { undone.append(step) }
  }

  func redo() {
    if let step = undone.popLast() { done.append(step) }
  }

  var history: Int { done.count + undone.count }
  var previews: Int { drawn.value }
}

enum KnittingUndo: LeakProgram {
  static func run() {
    let editor = PatternEditor()
    for row in 0..<36 {
      editor.change(row)
      if row % 6 == 4 {
        editor.undo()
        editor.undo()
      }
      if row % 6 == 5 { editor.undo() }
      if row % 12 == 5 { editor.redo() }
      editor.yarn.accept(row % 5)
      pause(milliseconds: 3)
    }
    print("history", editor.history, "previews", editor.previews)
    withExtendedLifetime(editor) {}
  }
}
