import Glibc
import ProcessInspection

/// Standard output, or a file, a piece at a time. After a failure the rest is dropped.
struct AnswerStream: TextOutputStream {
  /// Where it goes.
  let descriptor: Int32
  private(set) var failure: CommandFailure?
  private var waiting = ""

  init(to descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  mutating func write(_ text: String) {
    waiting += text
    if waiting.utf8.count >= 65_536 { flush() }
  }

  mutating func flush() {
    if failure == nil {
      do { try Output.tell(waiting, on: descriptor) } catch { failure = error }
    }
    waiting = ""
  }
}
