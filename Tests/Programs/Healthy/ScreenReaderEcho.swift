// healthy: two properties are bound to one another, in both directions
// says: What comes back equals what was sent and goes no further; both ends go with the window.
// allows: nothing

import Signals

/// The text cursor of the editor, and what a screen reader calls its focus: a line each, counted from 0 and from 1.
private final class Caret: Sendable {
  let line = MutableProperty(0)
}

private final class ReaderFocus: Sendable {
  let line = MutableProperty(1)
}

private final class FocusBridge: Sendable {
  private let bag = DisposeBag()

  init(_ caret: Caret, _ focus: ReaderFocus) {
    caret.line.signal
      .distinctUntilChanged()
      .map { $0 + 1 }
      .filter { $0 != focus.line.value }
      .bind(to: focus.line)
      .disposed(by: bag)
    focus.line.signal
      .distinctUntilChanged()
      .map { $0 - 1 }
      .filter { $0 != caret.line.value }
      .bind(to: caret.line)
      .disposed(by: bag)
  }
}

private final class EditorWindow: Sendable {
  let caret = Caret()
  let focus = ReaderFocus()
  let spoken = Shared<[Int]>([])
  private let bridge: FocusBridge
  private let bag = DisposeBag()

  init() {
    bridge = FocusBridge(caret, focus)
    focus.line.signal
      .skip(1)
      .debounce(for: .milliseconds(8), on: QueueScheduler("speech"))
      .subscribe(next: { [spoken] line in spoken.update { $0.append(line) } })
      .disposed(by: bag)
  }
}

enum ScreenReaderEcho: LeakProgram {
  static func run() {
    var spoken = 0
    for _ in 0..<3 {
      let window = EditorWindow()
      for step in 1...10 {
        if step % 3 == 0 { window.focus.line.set(step * 2) } else { window.caret.line.set(step) }
        pause(milliseconds: step % 2 == 0 ? 15 : 4)
      }
      print("in step", window.caret.line.value + 1 == window.focus.line.value)
      spoken += window.spoken.value.count
    }
    pause(milliseconds: 20)
    print("spoken", spoken > 0)
  }
}
