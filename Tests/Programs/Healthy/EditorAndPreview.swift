// healthy: two sides that set each other
// says: Editor and preview follow each other through a channel; each ignores what it has already.
// allows: nothing

import Signals

private final class Side: Sendable {
  let text = MutableProperty(0)
  private let bag = DisposeBag()

  init(_ terminal: ChannelTerminal<Int>) {
    terminal.bind(to: text).disposed(by: bag)
    text.signal.skip(1).distinctUntilChanged().filter { $0 % 2 == 0 }
      .subscribe(next: { [text] value in if text.value == value + 1 { terminal.next(value) } })
      .disposed(by: bag)
  }
}

enum EditorAndPreview: LeakProgram {
  static func run() {
    for document in 0..<10 {
      let channel = Channel<Int>()
      let editor = Side(channel.leading)
      let preview = Side(channel.following)
      for key in 0..<10 {
        editor.text.set(document * 10 + key)
        pause(milliseconds: 1)
      }
      withExtendedLifetime((editor, preview)) {}
    }
  }
}
