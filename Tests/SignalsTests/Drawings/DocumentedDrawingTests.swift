import SignalsTesting
import Testing

/// The drawings of doc comments, played: operators do what their comments draw.
@Suite(.noLeaks) struct DocumentedDrawingTests {
  static let drawings = CommentDrawing.all(
    in: #filePath.replacing(
      "Tests/SignalsTests/Drawings/DocumentedDrawingTests.swift", with: "Sources/Signals/Operators"))

  @Test func `operators do what their comments draw`() {
    for drawing in Self.drawings {
      guard let play = DocumentedDrawings.played[drawing.key] else { continue }
      let inputs = drawing.rows.count - 1
      let stage = DrawnSources(
        drawing, inputs: inputs, asksSubscriptions: !DocumentedDrawings.shifted.contains(drawing.key))
      stage.expect(play(stage))
    }
  }

  @Test func `every drawing is played, or it says why not`() {
    let drawn = Set(Self.drawings.map(\.key))
    let played = Set(DocumentedDrawings.played.keys)
    let unplayed = Set(DocumentedDrawings.unplayed.keys)
    #expect(drawn.subtracting(played).subtracting(unplayed).sorted() == [], "neither played nor excused")
    #expect(played.union(unplayed).subtracting(drawn).sorted() == [], "not drawn")
    #expect(played.intersection(unplayed).sorted() == [], "played, and excused")
    #expect(DocumentedDrawings.shifted.subtracting(played).sorted() == [], "not played")
  }

  @Test func `a drawing is read as it looks`() throws {
    let drawing = try #require(
      CommentDrawing(
        of: "x.swift",
        lines: ["source  a--b-|", "b          --3|", "out     A--B--|     (A = (1, x), B = [2, 3])"]))
    #expect(drawing.key == "x.swift out")
    #expect(drawing.rows.map(\.start) == [0, 3, 0])
    #expect(drawing.rows.map(\.marbles) == ["a--b-|", "--3|", "A--B--|"])
    #expect(drawing.legend == ["A": "(1, x)", "B": "[2, 3]"])
  }
}
