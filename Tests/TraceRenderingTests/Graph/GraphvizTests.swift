import Foundation
import FoundationXML
import Testing
import TraceAnalysis
import TraceFixtures

@testable import TraceRendering

/// What Graphviz itself makes of the graphs.
@Suite(
  .enabled(
    if: Graphviz.isInstalled, "skipped: Graphviz's dot is not installed, so the graphs are not laid out"))
struct GraphvizTests {
  private static let traces: [String: AnalyzedTrace] = [
    "feedd": .feedd, "repaired": .repairedFeedd, "attached": .attached, "empty": AnalyzedTrace([]),
    "hostile": .hostile, "wide": .wide,
  ]

  @Test(arguments: traces.keys.sorted()) func `dot draws the tree without a word of complaint`(name: String)
    throws
  {
    let trace = try #require(Self.traces[name])
    var options = TreeOptions()
    for isStable in [false, true] {
      var graph = GraphOptions()
      graph.isStable = isStable
      graph.cluster = isStable ? .none : .root
      graph.links = LinkFormat(template: "file:///src/{path}#L{line}")
      options.showsFinished = isStable
      options.mergesEqual = !isStable
      let picture = try Graphviz.svg(of: render(trace, as: .treeGraph(options, graph: graph)))
      #expect(picture.complaints == "")
      #expect(picture.isWellFormed)
    }
  }

  @Test(arguments: traces.keys.sorted())
  func `dot draws the timeline without a word of complaint`(name: String) throws {
    let trace = try #require(Self.traces[name])
    var options = TimelineOptions(limit: nil)
    for isLeaksOnly in [false, true] {
      options.showsOnlyLeaks = isLeaksOnly
      options.foldsEqualRows = !isLeaksOnly
      var graph = GraphOptions()
      graph.links = LinkFormat(template: "file:///src/{path}#L{line}")
      let picture = try Graphviz.svg(of: render(trace, as: .timelineGraph(options, graph: graph)))
      #expect(picture.complaints == "")
      #expect(picture.isWellFormed)
    }
  }

  @Test func `every subscription of the plan is in the picture, and names stay text`() throws {
    let tree = try Graphviz.svg(of: render(.feedd, as: .treeGraph()))
    for text in [
      "flatMap", "Session.swift:45 · #12", "ALIVE, 1 of 2 inner left", "until", "LEAK A  Cache.swift:88",
    ] {
      #expect(tree.texts.contains(text))
    }
    let hostile = try Graphviz.svg(of: render(.hostile, as: .treeGraph()))
    #expect(hostile.texts.contains(#""quoted" \N \l \" end\"#))
    #expect(hostile.texts.contains("<b>&amp;</b> -->"))
    let lanes = try Graphviz.svg(of: render(.hostile, as: .timelineGraph()))
    #expect(lanes.texts.contains { $0.contains(#""quoted" \N \l \" end\"#) })
  }
}

/// Runs the real `dot`.
enum Graphviz {
  static let path = ["/usr/bin/dot", "/usr/local/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static var isInstalled: Bool { path != nil }

  struct Picture {
    let svg: Data
    /// What it wrote to standard error, and its status if that was not 0.
    let complaints: String

    var isWellFormed: Bool { XMLParser(data: svg).parse() }

    /// What is inside `<text>` elements.
    var texts: [String] {
      let reader = TextReader()
      let parser = XMLParser(data: svg)
      parser.delegate = reader
      return parser.parse() ? reader.texts.map { $0.replacing("\u{a0}", with: " ") } : []
    }
  }

  static func svg(of graph: String) throws -> Picture {
    let folder = FileManager.default.temporaryDirectory.appending(path: "graph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "in.dot"), folder.appending(path: "out.svg"))
    try Data(graph.utf8).write(to: input)
    let process = Process()
    process.executableURL = URL(filePath: try #require(path))
    process.arguments = ["-Tsvg", input.path, "-o", output.path]
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    let words = complaints.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationStatus == 0 ? "" : "exit status \(process.terminationStatus)"
    return Picture(
      svg: (try? Data(contentsOf: output)) ?? Data(),
      complaints: String(decoding: words, as: UTF8.self) + status)
  }

  private final class TextReader: NSObject, XMLParserDelegate {
    var texts: [String] = []
    private var isInText = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      isInText = name == "text"
      if isInText { texts.append("") }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      isInText = false
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isInText { texts[texts.count - 1] += string }
    }
  }
}
