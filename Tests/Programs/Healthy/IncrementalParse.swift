// healthy: parses are begun for every key that is hit, and hardly one of them gets to its end
// says: `flatMapLatest` calls off the task of the text before; only the last of a burst is worth the work.
// allows: nothing

import Signals

private struct Syntax: Sendable {
  let nodes: Int
}

private final class Parser: Sendable {
  let begun = Shared(0)
  let finished = Shared(0)

  func parse(_ text: String) async throws -> Syntax {
    begun.update { $0 += 1 }
    try await Task.sleep(for: .milliseconds(20))
    finished.update { $0 += 1 }
    return Syntax(nodes: text.split(separator: " ").count)
  }
}

/// A buffer of the editor, whose outline follows the text.
private final class TextBuffer: Sendable {
  let text = MutableProperty("")
  let outline = MutableProperty(0)
  private let bag = DisposeBag()

  init(_ parser: Parser) {
    text.signal
      .skip(1)
      .distinctUntilChanged()
      .flatMapLatest { text in
        Signal<Syntax>.fromAsync { try await parser.parse(text) }
          .catchAndReturn(Syntax(nodes: 0))
      }
      .map { $0.nodes }
      .bind(to: outline)
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum IncrementalParse: LeakProgram {
  static func run() {
    let parser = Parser()
    let buffers = (0..<3).map { _ in TextBuffer(parser) }
    for burst in 0..<4 {
      for key in 0..<6 {
        buffers[burst % 3].text.modify { $0 += key == 3 ? " " : "x" }
        pause(milliseconds: 5)
      }
      pause(milliseconds: 45)
    }
    buffers[0].text.set("never parsed")
    for buffer in buffers { buffer.close() }
    pause(milliseconds: 40)
    print("begun", parser.begun.value > 4, "finished", parser.finished.value < parser.begun.value)
  }
}
