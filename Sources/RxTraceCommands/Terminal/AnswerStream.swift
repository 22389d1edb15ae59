/// Standard output, a piece at a time. After a failure the rest is dropped.
struct AnswerStream: TextOutputStream {
  private(set) var failure: CommandFailure?
  private var waiting = ""

  mutating func write(_ text: String) {
    waiting += text
    if waiting.utf8.count >= 65_536 { flush() }
  }

  mutating func flush() {
    if failure == nil {
      do { try Output.answer(waiting) } catch { failure = error }
    }
    waiting = ""
  }
}
