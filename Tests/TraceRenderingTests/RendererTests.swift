import Testing
import TraceAnalysis

@testable import TraceRendering

/// What holds for every drawing made of text.
struct RendererTests {
  /// Each drawing, by its name.
  static let drawings: [(name: String, make: @Sendable (Page) -> any Renderer)] = [
    ("tree", { TreeText(on: $0) }), ("leaks", { LeaksText(on: $0) }), ("stats", { StatsText(on: $0) }),
    ("stats by owner", { StatsText(by: .owner, showsAll: true, on: $0) }),
    ("timeline", { TimelineText(on: $0) }),
    (
      "timeline of leaks",
      { page in
        var options = TimelineOptions(limit: nil)
        options.showsOnlyLeaks = true
        options.foldsEqualRows = false
        return TimelineText(options, on: page)
      }
    ),
    (
      "tree with all",
      { page in
        var options = TreeOptions(limit: nil)
        options.showsFinished = true
        options.mergesEqual = false
        return TreeText(options, on: page)
      }
    ),
  ]
  static let traces: [(String, AnalyzedTrace)] = [
    ("feedd", .feedd), ("repaired", .repairedFeedd), ("attached", .attached), ("empty", AnalyzedTrace([])),
    ("hostile", .hostile),
  ]

  @Test(arguments: drawings.map(\.name), [40, 60, 80, 100, 132, 250])
  func `no line is wider than the page and nothing in it acts on a terminal`(name: String, width: Int) throws
  {
    for charset in Charset.allCases {
      let page = Page(charset: charset, width: width)
      for (trace, analyzed) in Self.traces {
        let found = flaws(in: try draw(name, analyzed, page), on: page)
        #expect(found == [], "\(trace): \(found.first ?? "")")
      }
    }
  }

  @Test(arguments: drawings.map(\.name).filter { !$0.hasPrefix("timeline") })
  func `numbers are never cut`(name: String) throws {
    let wide = try numbers(of: name, width: 400)
    for width in stride(from: 40, through: 121, by: 3) {
      let narrow = try numbers(of: name, width: width)
      #expect(narrow.subtracting(wide) == [], "at \(width) columns")
    }
  }

  @Test(arguments: ["timeline", "timeline of leaks"]) func `subscriptions keep their numbers on any page`(
    name: String
  ) throws {
    let ids = Set((1...40).map { "#\($0)" })
    for width in stride(from: 40, through: 121, by: 3) {
      let text = try draw(name, .feedd, Page(width: width))
      for word in text.split(whereSeparator: { " \n;".contains($0) }) where word.hasPrefix("#") && word != "#"
      {
        #expect(ids.contains(String(word)), "at \(width) columns")
      }
    }
  }

  @Test(arguments: drawings.map(\.name)) func `the same trace gives the same bytes`(name: String) throws {
    let first = try draw(name, .feedd, Page())
    for _ in 0..<20 { #expect(try draw(name, .feedd, Page()) == first) }
  }

  @Test(arguments: drawings.map(\.name)) func `colour repeats what is said without it`(name: String) throws {
    for (_, trace) in Self.traces {
      let coloured = try draw(
        name, trace, Page(isColoured: true, links: LinkFormat(template: "x://{path}#{line}")))
      #expect(try coloured.withoutSequences() == draw(name, trace, Page()))
    }
  }

  /// What a page's width decides by itself, a scale and its marbles, is not a number of the trace.
  private func numbers(of name: String, width: Int) throws -> Set<String> {
    TraceRenderingTests.numbers(
      in: try draw(name, .feedd, Page(width: width)).replacing(try Regex("one mark = [0-9.]+"), with: ""))
  }

  private func draw(_ name: String, _ trace: AnalyzedTrace, _ page: Page) throws -> String {
    let drawing = try #require(Self.drawings.first { $0.name == name })
    return render(trace, as: drawing.make(page))
  }
}

extension String {
  /// Without colours and links; any other escape sequence stays.
  fileprivate func withoutSequences() throws -> String {
    replacing(try Regex("\u{1b}\\[(0|1|2|31|33)m"), with: "")
      .replacing(try Regex("\u{1b}\\]8;;[!-~]*?\u{1b}\\\\"), with: "")
  }
}
