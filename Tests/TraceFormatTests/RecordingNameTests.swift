import Testing

@testable import TraceFormat

@Suite struct RecordingNameTests {
  @Test(
    arguments: [
      ("app.rxtrace", "app.7.rxtrace"), ("/a.b/app.rxtrace", "/a.b/app.7.rxtrace"), ("app", "app.7"),
      ("a.rxtrace/app", "a.rxtrace/app.7"), ("/x/.rxtrace", "/x/.rxtrace.7"),
    ])
  func `A recording beside another ends as that one does`(path: String, expected: String) {
    #expect(RecordingName.beside(path, "7") == expected)
    #expect(RecordingName.process(of: expected, beside: path) == 7)
  }

  @Test(
    arguments: [
      "app.rxtrace", "app.7x.rxtrace", "app.7.rxtrace.stage", "app..rxtrace", "app.20261121-073412.rxtrace",
      "app.7",
    ])
  func `Other names tell of no process`(name: String) {
    #expect(RecordingName.process(of: name, beside: "app.rxtrace") == nil)
  }

  @Test func `A second recording of a process counts as that process's`() {
    #expect(RecordingName.process(of: "app.7.2.rxtrace", beside: "app.rxtrace") == 7)
  }
}
