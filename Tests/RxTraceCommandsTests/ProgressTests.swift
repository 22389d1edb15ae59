import Glibc
import Synchronization
import Testing

@testable import RxTraceCommands

@Suite struct ProgressTests {
  /// What is written, and somebody who waits for it.
  private final class Terminal: Sendable {
    private let shown = Mutex<[String]>([])
    var lines: [String] { shown.withLock { $0 } }
    func write(_ text: String) { shown.withLock { $0.append(text) } }

    /// Whether something is written within half a minute.
    func waitsForALine() -> Bool {
      for _ in 0..<30_000 where lines.isEmpty { usleep(1000) }
      return !lines.isEmpty
    }
  }

  private struct Interrupted: Error {}

  private static let erased = "\r\u{1b}[K"

  @Test func `What is over soon is not talked about`() {
    let terminal = Terminal()
    let number = Progress("reading app.rxtrace", patience: 1_000_000, write: terminal.write).during { 7 }
    #expect(number == 7)
    #expect(terminal.lines.isEmpty)
  }

  @Test func `What takes longer is talked about until it is over, and then the line is taken away`() {
    let terminal = Terminal()
    Progress("reading app.rxtrace", patience: 0, write: terminal.write).during {
      #expect(terminal.waitsForALine())
    }
    #expect(terminal.lines.first == Self.erased + "rxtrace: reading app.rxtrace")
    #expect(terminal.lines.last == Self.erased)
  }

  @Test func `The line is taken away where the work fails`() {
    let terminal = Terminal()
    #expect(throws: Interrupted.self) {
      try Progress("reading", patience: 0, write: terminal.write).during { () throws(Interrupted) in
        #expect(terminal.waitsForALine())
        throw Interrupted()
      }
    }
    #expect(terminal.lines.last == Self.erased)
  }
}
