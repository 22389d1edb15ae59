import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

struct SourceExcerptTests {
  /// Sources that are made up: each file has these lines from the line `first` on.
  private struct Sources: SourceText {
    var files: [String: (first: Int, lines: [String])] = [:]
    var changed: Set<String> = []

    func path(of file: String) -> String? { files[file] == nil ? nil : "Sources/" + file }

    func lines(_ numbers: ClosedRange<Int>, of file: String, built: Int?) -> SourceLookup {
      if changed.contains(file) { return .changed }
      guard let (first, lines) = files[file], numbers.lowerBound >= first,
        numbers.lowerBound < first + lines.count
      else { return .missing }
      return .lines(Array(lines.dropFirst(numbers.lowerBound - first).prefix(numbers.count)))
    }
  }

  private static let session = Sources(files: [
    "feedd/Session.swift": (
      43,
      [
        "    entries", "      .take(until: closed)", "      .flatMap { fetch($0).map { $0.body } }",
        "      .deliverOnMain()", "      .subscribe(next: show)",
      ]
    ), "feedd/Api.swift": (58, ["  interval(0.25)"]),
  ])

  private func excerpts(_ sources: Sources, width: Int = 100) -> [String] {
    var page = Page(width: width)
    page.sources = sources
    let lines = render(.feedd, as: .leaks(on: page)).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map(String.init)
  }

  @Test func `the guilty line stands between its neighbours, and other places of the path below it`() {
    let text = excerpts(Self.session).joined(separator: "\n")
    #expect(
      text.contains(
        """

          Session.swift
           44 │       .take(until: closed)
              │        ~~~~~~~~~~~~~~~~~~~ ends only the part above flatMap
           45 │       .flatMap { fetch($0).map { $0.body } }
              │        ~~~~~~~ inner outlived its stop signal
           46 │       .deliverOnMain()
              │        ~~~~~~~~~~~~~~~
           47 │       .subscribe(next: show)
              │        ~~~~~~~~~~~~~~~~~~~~~ subscribes
          Api.swift
           58 │   interval(0.25)
              │   ~~~~~~~~~~~~~~ keeps it alive

          take(until:) is upstream of flatMap.
        """), "\(text)")
  }

  @Test func `a leak of a process that runs has its lines, too`() {
    let sources = Sources(files: [
      "app/Bridge.swift": (
        4, ["    Signal.create { subscriber in", "      .create(open)", "        .subscribe(pass)", "    }"]
      )
    ])
    var page = Page()
    page.sources = sources
    let text = WatchTextTests.text(on: page)
    #expect(
      text.contains(
        """
          Bridge.swift
            4 │     Signal.create { subscriber in
            5 │       .create(open)
              │        ~~~~~~~~~~~~ outlives the subscription that it was made for
            6 │         .subscribe(pass)
              │          ~~~~~~~~~~~~~~~ the fault may lie here instead
        """), "\(text)")
  }

  @Test func `a file that was changed since is not shown, and one that is not there leaves no trace`() {
    var sources = Self.session
    sources.changed = ["feedd/Session.swift"]
    let text = excerpts(sources).joined(separator: "\n")
    #expect(
      text.contains("\n  Session.swift was changed after the program was started: its lines are not shown\n"))
    #expect(!text.contains("44 │"))
    let missing = excerpts(Sources()).joined(separator: "\n")
    #expect(missing == render(.feedd, as: .leaks()))
    let short = Sources(files: ["feedd/Session.swift": (44, ["      .take(until: closed)"])])
    #expect(excerpts(short).joined(separator: "\n") == missing)
  }

  @Test func `lines are cut to the page, and their text is escaped`() {
    var sources = Self.session
    let long = "      .flatMap { \u{1b}[31m" + String(repeating: "x", count: 300) + " }"
    sources.files["feedd/Session.swift"]?.lines[2] = long
    for width in [40, 60, 100] {
      let lines = excerpts(sources, width: width)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
      #expect(lines.contains { $0.contains("45 │") && $0.contains("…") })
      #expect(!lines.contains { $0.contains("\u{1b}") })
    }
  }

  @Test(
    arguments: [
      ("take(until:)", "  .take(until: closed) // take", "  .take(until: closed) // take"),
      ("take(until:)", "  .take(until: closed)", "take(until: closed)"),
      ("flatMap", "a.flatMap { b in", "flatMap"), ("map", "a.flatMap { b }.map(f(c))", "map(f(c))"),
      ("map", "a.map(f(c", "map"), ("map", "\t b.filter(c)  ", "b.filter(c)"),
      ("interval(250ms)", "interval(0.25, on: queue)", "interval(0.25, on: queue)"), ("map", "   ", nil),
      ("Größe", "x.Größe(1)", "Größe(1)"),
    ] as [(String, String, String?)])
  func `what is meant in a line is the operator with its arguments, or all of it`(
    name: String, line: String, meant: String?
  ) {
    let mark = SourceMark(of: name, in: line)
    let text = meant.map { $0.hasPrefix("  .") ? String($0.dropFirst(2)) : $0 }
    #expect(mark.map { String(line[$0.range]) } == text)
  }
}
