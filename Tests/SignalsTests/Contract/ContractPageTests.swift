import Foundation
import Signals
import Synchronization
import Testing
import TraceFormat

/// What the page says is tested, and what no other test of the runtime asks.
@Suite struct ContractPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every rule names tests, and they exist`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Sources/Signals/CONTRACT.md"), encoding: .utf8)
    let tests = try FileManager.default.subpathsOfDirectory(atPath: Self.root.appending(path: "Tests").path)
      .filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: Self.root.appending(path: "Tests/\($0)"), encoding: .utf8) }.joined()
    let rules = page.split(whereSeparator: \.isWhitespace).joined(separator: " ").split(
      separator: /(?=\b\d+\. \*\*)/
    )
    .dropFirst()
    #expect(rules.count > 20)
    for (number, rule) in rules.enumerated() {
      #expect(rule.hasPrefix("\(number + 1). "))
      // They stand at its end, in italics.
      let names =
        rule.firstRange(of: "*`").map { rule[$0.lowerBound...].matches(of: /`([^`]+)`/).map(\.1) } ?? []
      #expect(!names.isEmpty, "\(rule.prefix(60))")
      for name in names {
        #expect(tests.contains("func `\(name)`(") || tests.contains("func \(name)("), "\(name)")
      }
    }
  }

  @Test func `a subscription that nobody ends stays, though handle and signal are gone`() throws {
    let traced = try Traced { _ = PublishSubject<Int>().map { $0 }.subscribe(next: { _ in }) }
    #expect(traced.balance == [3, 0, 0])
    #expect(traced.events.contains { if case .handleReleased = $0 { true } else { false } })
  }

  @Test func `an error that nobody handles goes to the hook`() {
    struct Unheard: Error {}
    let heard = Mutex<[UInt32]>([])
    UnhandledErrors.handled { error, site in
      guard error is Unheard else { return false }
      heard.withLock { $0.append(site.line) }
      return true
    } _: {
      _ = Signal<Int>.fail(Unheard()).subscribe(next: { _ in }, line: 4711)
      _ = Signal<Int>.fail(Unheard()).subscribe(error: { _ in })
    }
    #expect(heard.withLock { $0 } == [4711])
  }
}
