import Testing
import TraceAnalysis

@testable import TraceRendering

struct TimelineGraphTests {
  private let text = render(.feedd, as: .timelineGraph())

  @Test func `each row ends in the colour of its state`() {
    #expect(lane(of: "#9&#160;")?.hasSuffix("bgcolor=\"#b00020\"></td></tr></table></td>") == true)
    #expect(lane(of: "#1&#160;")?.hasSuffix("bgcolor=\"#123f73\"></td></tr></table></td>") == true)
    #expect(lane(of: "#13&#160;")?.contains("bgcolor=\"#2e7d32\"></td>") == true)
    #expect(lane(of: "#5&#160;")?.contains("bgcolor=\"#8e24aa\"></td>") == true)
  }

  @Test func `the widths of each row's strip are those of the scale`() throws {
    let rows = text.split(separator: "\n").filter { $0.contains("height=\"10\"") && $0.contains("&#160; ") }
    #expect(rows.count > 10)
    for row in rows {
      let widths = row.matches(
        of: try Regex("width=\"([0-9]+)\" height=\"10\"", as: (Substring, Substring).self))
      #expect(widths.reduce(0) { $0 + (Int($1.output.1) ?? 0) } == 121 * 6)
    }
  }

  @Test func `values after disposal and what happened are shown, and explained once`() {
    #expect(lane(of: "#9&#160;")?.contains("#e0526a") == true)
    #expect(text.contains("disposed; #9 was not"))
    #expect(text.contains("x values after disposal"))
    #expect(!text.contains("events lost"))
  }

  @Test func `a picture has at most a thousand rows`() {
    #expect(TimelineGraph(TimelineOptions(limit: nil)).options.tree.limit == 1000)
    #expect(TimelineGraph(TimelineOptions(limit: 5)).options.tree.limit == 5)
  }

  /// The cell of the lane in the row that begins with this label.
  private func lane(of label: String) -> Substring? {
    text.split(separator: "\n").first { $0.contains(">" + label) }?
      .split(separator: "<td align=\"left\">", omittingEmptySubsequences: true).dropFirst().first
  }
}
