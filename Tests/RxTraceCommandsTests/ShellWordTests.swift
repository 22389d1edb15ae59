import Testing

@testable import RxTraceCommands

@Suite struct ShellWordTests {
  static let words = [
    "plain.rxtrace", "/a/b-c_d+e,f:g@h%i=j", "with space", "it's", "", "$HOME", "a\nb\tc",
    "back\\slash\u{1b}[31m",
    "quote'\u{7}", "ümläut", "right\u{202e}left", "*", "~", "a;b", "-e",
  ]

  @Test(arguments: words)
  func `A shell reads every word back as it was`(word: String) throws {
    let run = try ToolRun("/bin/bash", ["-c", "printf %s \(word.shellWord)"])
    #expect(run.output == Array(word.utf8))
  }

  @Test(arguments: words)
  func `No word holds what a terminal obeys`(word: String) {
    #expect(word.shellWord.unicodeScalars.allSatisfy { !$0.isControl })
    #expect(word.visible.unicodeScalars.allSatisfy { !$0.isControl })
  }

  @Test func `A harmless word stays as it is`() {
    #expect("feedd.4711.rxtrace".shellWord == "feedd.4711.rxtrace")
    #expect("with space".shellWord == "'with space'")
  }
}
