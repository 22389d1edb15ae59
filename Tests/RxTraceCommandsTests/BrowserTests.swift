import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// The page as a browser shows it: its script runs under its own policy, and text of the program never does.
@Suite(
  .serialized,
  .enabled(if: Browser.path != nil, "there is no chromium; tools/setup --thorough installs one"),
  .enabled(
    if: ProcessInfo.processInfo.environment["RXTRACE_THOROUGH"] != nil,
    "a browser takes its time: tools/test --thorough, or RXTRACE_THOROUGH=1"))
struct BrowserTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ records: [TraceRecord] = Feedd.records()) throws -> String {
    try SampleRecording.write("a.rxtrace", SampleRecording.bytes(records), in: folder)
    let run = try ToolRun.rxtrace(
      "render", "a.rxtrace", "--format", "html", "-o", "a.html", in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return folder.file("a.html").path
  }

  @Test("Links lead to a subscription and to a leak, told in full")
  func links() throws {
    let page = try page()
    let subscription = try Browser.shown(page + "#id=20", in: folder)
    #expect(subscription.contains(#"data-ready="yes""#))
    #expect(subscription.contains(#"<h2>#20 interval(250ms)</h2>"#))
    #expect(subscription.contains("caused by"))
    #expect(subscription.contains(##"<a class="life" href="#id=19">#19</a>"##))
    #expect(subscription.contains(#"<td class="time">3.003</td><td>subscribed</td>"#))
    #expect(subscription.contains(#"<td class="time">3.253</td><td>next</td>"#))
    let leak = try Browser.shown(page + "#leak=B", in: folder)
    #expect(leak.contains(#"id="leak-B" open="""#))
    #expect(!leak.contains(#"id="leak-A" open="""#))
    #expect(leak.contains("take(until:) is upstream of flatMap."))
    let search = try Browser.shown(page + "#q=ticker", in: folder)
    #expect(search.contains("4 of 40"))
  }

  @Test("A link to a subscription that the page does not hold says so, and how to see it")
  func leftOut() throws {
    let page = try page()
    let unknown = try Browser.shown(page + "#id=999", in: folder)
    #expect(unknown.contains("There is no such subscription in this page."))
    let run = try ToolRun.rxtrace(
      "render", "a.rxtrace", "--format", "html", "--max", "30", "-o", "b.html", in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    let text = try String(contentsOf: folder.file("b.html"), encoding: .utf8)
    let number = try #require((1...40).first { !text.contains("\"number\":[") || !Self.holds($0, text) })
    let missing = try Browser.shown(folder.file("b.html").path + "#id=\(number)", in: folder)
    #expect(missing.contains("It is left out of this page: 10 subscriptions left out"), "\(number)")
    #expect(missing.contains("rxtrace show a.rxtrace '#\(number)' tells of it."))
  }

  private static func holds(_ number: Int, _ page: String) -> Bool {
    guard let list = page.firstMatch(of: #/"number":\[([0-9,]*)\]/#)?.1 else { return false }
    return list.split(separator: ",").contains { $0 == "\(number)" }
  }

  @Test("Names that want to be markup or script are text")
  func hostile() throws {
    var script = TraceScript()
    let names = [
      "</script><script>document.title='broken'</script>", "<img src=x onerror=\"document.title='broken'\">",
      "<style>*{display:none}</style>", "javascript:document.title='broken'",
    ]
    var last: SubscriptionID?
    for name in names {
      last = script.subscribe(
        name, "\(name.replacing(":", with: "")):3", for: last, label: name + "!", at: 0.5)
    }
    let shown = try Browser.shown(try page(script.trace) + "#id=2", in: folder)
    #expect(shown.contains(#"data-ready="yes""#))
    #expect(shown.contains("<title>feedd"))
    #expect(shown.matches(of: #/<script/#).count == 2)
    #expect(shown.matches(of: #/<style/#).count == 1)
    #expect(!shown.contains("<img"))
    #expect(shown.contains("&lt;img src=x onerror="))
  }

  @Test("Of many subscriptions only those in sight are made")
  func many() throws {
    var script = TraceScript()
    for number in 0..<5000 {
      let root = script.subscribe("subscribe", "main.swift:\(1 + number % 9)", at: Double(number) / 1000)
      script.subscribe("never", "main.swift:10", for: root, at: Double(number) / 1000)
    }
    let shown = try Browser.shown(try page(script.trace) + "#id=9001", in: folder)
    #expect(shown.contains("10000 subscriptions"))
    #expect(shown.contains(#"id="row-9001""#))
    #expect(shown.matches(of: #/role="treeitem"/#).count < 150)
  }

  @Test("A frame of a hundred thousand subscriptions costs what is in sight")
  func frames() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "main.swift:3", at: 0)
    let flat = script.subscribe("flatMap", "main.swift:2", for: root, at: 0)
    for number in 1..<50_000 {
      script.subscribe(
        "map", "main.swift:1", for: flat, as: .inner, number: UInt32(number), at: Double(number) / 1e4)
    }
    for number in 0..<25_000 {
      let root = script.subscribe("subscribe", "main.swift:\(10 + number % 9)", at: Double(number) / 1e4)
      script.subscribe("never", "main.swift:20", for: root, at: Double(number) / 1e4)
    }
    let (work, shown) = try PageWork.counted(try page(script.trace), in: folder)
    #expect(shown.contains("100001 subscriptions"))
    // 800 pixels hold 36 rows of 22 at most; 16 more are drawn above and below.
    let inSight = 70
    for act in ["unfold", "scroll", "jump", "zoom", "fold", "choose"] {
      let work = try #require(work[act], "\(act)")
      #expect(work.frames > 0 && work.mostLooks > 0, "\(act): \(work)")
      #expect(work.mostFilled <= inSight && work.mostLanes <= inSight, "\(act): \(work)")
      // Of what is folded a sample of 4,000 is looked at.
      #expect(work.mostLooks <= (act == "fold" ? 4000 : 0) + 20 * inSight, "\(act): \(work)")
    }
    // Row by row, each is filled once as it comes near, and not every step draws.
    let scroll = try #require(work["scroll"])
    #expect(scroll.frames > 50 && scroll.frames <= 100 && scroll.filled <= 1000 + inSight, "\(scroll)")
    #expect(work["jump"]?.frames == 20 && work["zoom"]?.frames == 20)
    #expect(shown.matches(of: #/role="treeitem"/#).count <= inSight)
  }

  @Test("The page has a picture")
  func picture() throws {
    _ = try Browser.run(
      ["--screenshot=" + folder.file("a.png").path, "--window-size=1200,800"], try page(), in: folder)
    let picture = try Data(contentsOf: folder.file("a.png"))
    #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    // An empty page of this size takes 5,000 bytes.
    #expect(picture.count > 30_000)
  }
}

/// Chromium, where there is one.
enum Browser {
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The document after its script has run.
  static func shown(_ page: String, in folder: TemporaryFolder) throws -> String {
    try run(["--dump-dom"], page, in: folder).text
  }

  static func run(_ options: [String], _ page: String, in folder: TemporaryFolder) throws -> ToolRun {
    let fixed = [
      "60", try #require(path), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--user-data-dir=" + folder.file("profile").path,
    ]
    let run = try ToolRun("/usr/bin/timeout", fixed + options + ["file://" + page])
    try #require(run.status == 0, "\(run.errors)")
    return run
  }
}
