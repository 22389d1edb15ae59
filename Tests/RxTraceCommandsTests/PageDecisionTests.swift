import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceRendering

@testable import RxTraceCommands

@Suite struct PageDecisionTests {
  private static let terminal = OutputDevice(isTerminal: true, columns: 132)
  private static let xterm = ["TERM": "xterm-256color"]

  @Test(
    arguments: [
      (.auto, xterm, terminal, true, "a terminal that can"),
      (.auto, xterm, .file, false, "a pipe"),
      (.auto, ["TERM": "dumb"], terminal, false, "a terminal that cannot"),
      (.auto, [:], terminal, false, "a terminal that does not say"),
      (.auto, xterm.merging(["NO_COLOR": "1"]) { $1 }, terminal, false, "NO_COLOR"),
      (.auto, xterm.merging(["NO_COLOR": ""]) { $1 }, terminal, true, "an empty NO_COLOR says nothing"),
      (.auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], .file, false, "NO_COLOR goes before FORCE_COLOR"),
      (.auto, ["FORCE_COLOR": "1"], .file, true, "FORCE_COLOR"),
      (.auto, ["CLICOLOR_FORCE": "yes"], .file, true, "CLICOLOR_FORCE"),
      (.auto, ["CLICOLOR_FORCE": "0", "FORCE_COLOR": "0"], .file, false, "0 forces nothing"),
      (.auto, ["CLICOLOR_FORCE": "0", "FORCE_COLOR": "1"], .file, true, "either forces"),
      (.always, ["NO_COLOR": "1"], .file, true, "--color always goes before everything"),
      (.never, ["FORCE_COLOR": "1"], terminal, false, "--color never goes before everything"),
    ] as [(ColorChoice, [String: String], OutputDevice, Bool, String)])
  func `Colour: the option, then NO_COLOR, then the forcing variables, then the terminal`(
    choice: ColorChoice, variables: [String: String], device: OutputDevice, expected: Bool,
    because reason: String
  ) {
    let page = Page(color: choice, environment: Environment(variables), device: device)
    #expect(page.isColoured == expected, "\(reason)")
  }

  @Test(
    arguments: [
      (.auto, ["LANG": "en_US.UTF-8"], true, "LANG"),
      (.auto, ["LANG": "C.utf8"], true, "the other spelling"),
      (.auto, ["LANG": "de_DE.ISO-8859-1"], false, "another charset"),
      (.auto, [:], false, "no locale is C"),
      (.auto, ["LC_ALL": "C", "LANG": "en_US.UTF-8"], false, "LC_ALL goes before LANG"),
      (.auto, ["LC_CTYPE": "C.UTF-8", "LANG": "C"], true, "LC_CTYPE goes before LANG"),
      (.auto, ["LC_ALL": "", "LANG": "C.UTF-8"], true, "an empty one says nothing"),
      (.ascii, ["LANG": "C.UTF-8"], false, "--charset ascii"),
      (.utf8, ["LC_ALL": "C"], true, "--charset utf8"),
    ] as [(CharsetChoice, [String: String], Bool, String)])
  func `Line drawing: the option, then the locale as the C library reads it`(
    choice: CharsetChoice, variables: [String: String], expected: Bool, because reason: String
  ) {
    let page = Page(charset: choice, environment: Environment(variables), device: .file)
    #expect((page.charset == .unicode) == expected, "\(reason)")
  }

  @Test(
    arguments: [
      (60, terminal, 60, "--width"),
      (nil, terminal, 132, "the terminal"),
      (nil, .file, 100, "a pipe"),
      (nil, OutputDevice(isTerminal: true, columns: nil), 100, "a terminal that does not know"),
    ] as [(Int?, OutputDevice, Int, String)])
  func `Width: the option, then the terminal, then 100`(
    option: Int?, device: OutputDevice, expected: Int, because reason: String
  ) {
    let page = Page(width: option, environment: Environment([:]), device: device)
    #expect(page.width == expected, "\(reason)")
  }

  @Test(
    arguments: [
      (xterm, nil), (["TERM": "dumb", "VTE_VERSION": "7000"], nil), ([:], nil),
      (["TERM": "xterm-256color", "VTE_VERSION": "4900"], nil),
      (["TERM": "xterm-256color", "VTE_VERSION": "6003"], "file://host{path}"),
      (["TERM": "foot"], "file://host{path}"), (["TERM": "xterm-kitty"], "file://host{path}#{line}"),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], "file://host{path}"),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], "vscode://file{path}:{line}"),
      (["TERM": "screen-256color", "TERM_PROGRAM": "vscode"], nil),
      (["TERM": "xterm", "VTE_VERSION": "6003", "STY": "1.pts"], nil),
    ] as [([String: String], String?)])
  func `Links: for terminals that are known to follow them`(variables: [String: String], template: String?) {
    #expect(TerminalLinks.template(Environment(variables), host: "host") == template)
  }

  @Test func `Links lead to the files of the repository, and not where there is none`() throws {
    let folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
    func shown(_ words: [String]) throws -> String {
      let terminal = try #require(PseudoTerminal())
      terminal.resize(columns: 200)
      let tool = try ChildProcess(
        ToolRun.tool, ["leaks", "feedd.rxtrace", "--no-pager"] + words,
        environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "STY": ""], folder: folder.path,
        terminal: terminal, output: terminal.path, errors: terminal.path)
      let text = try #require(terminal.shown(upTo: "--write-baseline"))
      #expect(tool.wait() == 0)
      return text
    }
    #expect(try !shown([]).contains("vscode://"))
    try FileManager.default.createDirectory(at: folder.file("Sources"), withIntermediateDirectories: true)
    try Data().write(to: folder.file("Sources/Cache.swift"))
    try FileManager.default.createDirectory(at: folder.file(".git"), withIntermediateDirectories: true)
    let path = try #require(realpath(folder.path, nil))
    defer { free(path) }
    let link = "vscode://file\(String(cString: path))/Sources/Cache.swift:88"
    #expect(try shown([]).contains(link))
    #expect(try !shown([]).contains("Session.swift:45\u{7}"), "what is not there has no link")
    #expect(try !shown(["--link-format", "off"]).contains("://"))
    #expect(try shown(["--link-format", "https://web/{path}"]).contains("https://web/Sources/Cache.swift"))
  }
}
