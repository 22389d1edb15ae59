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

  @Test func `Links lead to a subscription and to a leak, told in full`() throws {
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

  @Test func `A page of two recordings shows the one that its link names, and offers the other`() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "other.swift:7", at: 0.5)
    script.subscribe("never", "other.swift:6", for: root, at: 0.5)
    try SampleRecording.write("a.rxtrace", SampleRecording.bytes(Feedd.records()), in: folder)
    try SampleRecording.write("b.rxtrace", SampleRecording.bytes(script.trace), in: folder)
    let run = try ToolRun.rxtrace(
      "render", "a.rxtrace", "b.rxtrace", "--format", "html", "-o", "both.html", in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    let page = folder.file("both.html").path
    // A number that no recording has leads to the first.
    for link in ["", "#recording=1", "#recording=9"] {
      let shown = try Browser.shown(page + link, in: folder)
      #expect(Self.facts(shown).contains("40 subscriptions"), "\(link)")
      #expect(shown.matches(of: #/<option value="[12]"/#).count == 2, "\(link)")
    }
    let leak = try Browser.shown(page + "#recording=1&leak=B", in: folder)
    #expect(leak.contains(#"id="leak-B" open="""#))
    let second = try Browser.shown(page + "#recording=2&id=2", in: folder)
    #expect(Self.facts(second).contains(" 2 subscriptions"), "\(Self.facts(second))")
    #expect(second.contains("<h2>#2 never</h2>"))
    #expect(second.contains(##"href="#recording=2&amp;id=1""##))
  }

  /// The line below the title of a page.
  private static func facts(_ page: String) -> Substring {
    page.firstMatch(of: #/id="facts"[^>]*>([^<]*)</#)?.1 ?? ""
  }

  @Test func `A click on a leak makes its link`() throws {
    let driver = """
      document.querySelector("#leak-B summary").click();
      document.body.setAttribute("data-hash", location.hash);
      """
    let shown = try Browser.driven(try page(), by: driver, width: 1440, in: folder)
    #expect(shown.contains(##"data-hash="#leak=B""##))
  }

  @Test(arguments: [700, 1024, 1440, 1920])
  func `The line number of a leak is never cut off`(width: Int) throws {
    let driver = """
      for (const card of document.querySelectorAll("details.card")) card.open = true;
      const edge = document.querySelector("aside").getBoundingClientRect().right;
      const places = [...document.querySelectorAll(".card .place, .card .where")].filter((one) => /:\\d/.test(one.textContent));
      const cut = places.filter((one) =>
        one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 || one.getBoundingClientRect().right > edge);
      document.body.setAttribute("data-places", `${places.length} places, ${cut.length} cut`);
      """
    var script = TraceScript()
    let long = "AServiceWhoseFileHasAnUncommonlyLongNameOfItsOwn"
    let create = script.subscribe("create", "\(long).swift:10234", at: 0.1)
    let inner = script.subscribe("interval", "\(long).swift:10235", for: create, as: .nested, at: 0.1)
    script.next([inner, create], at: 0.2)
    script.dispose([create], .explicit, at: 0.5)
    for second in 1...9 { script.next([inner], at: Double(second)) }
    let shown = try Browser.driven(try page(script.trace), by: driver, width: width, in: folder)
    let told = try #require(shown.firstMatch(of: #/data-places="(\d+) places, (\d+) cut"/#))
    #expect(Int(told.1) ?? 0 > 2 && told.2 == "0", "\(told.0)")
  }

  @Test func `A link to a subscription that the page does not hold says so, and how to see it`() throws {
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

  @Test func `Names that want to be markup or script are text`() throws {
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

  @Test func `A leak's card has its source as text, and its button copies the patch, or selects it`() throws {
    try SampleRecording.write("a.rxtrace", SampleRecording.bytes(), in: folder)
    try SampleSource.write(in: folder)
    let run = try ToolRun.rxtrace(
      "render", "a.rxtrace", "--format", "html", "--source", ".", "-o", "a.html",
      environment: SampleSource.maker(in: folder), in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    let page = folder.file("a.html").path
    let shown = try Browser.shown(page, in: folder)
    #expect(shown.contains(#"<pre class="source">"#))
    #expect(shown.contains("    /* 😀&lt;/script&gt; */ return .create { downstream in</span>"))
    #expect(shown.contains(#"<span class="leaked">~~~~~~</span>"#))
    #expect(shown.contains("Session.swift was changed after the program was started"))
    #expect(shown.matches(of: #/<script/#).count == 2)
    #expect(shown.matches(of: #/<button class="copy"/#).count == 1)
    let driver = """
      const button = document.querySelector("#leak-A .copy");
      const tell = (name, text) => document.body.setAttribute(`data-${name}`, encodeURIComponent(text));
      const offer = (clipboard) => Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
      offer({ writeText: (text) => { tell("copied", text); return { then: (done) => done() }; } });
      button.click();
      tell("said", button.textContent);
      offer({ writeText: () => ({ then: (_, failed) => failed() }) });
      button.click();
      const field = document.activeElement;
      tell("selected", field.value.slice(field.selectionStart, field.selectionEnd));
      field.remove();
      offer(undefined);
      button.click();
      tell("shown", document.querySelectorAll("#leak-A .patch").length);
      """
    let driven = try Browser.driven(page, by: driver, width: 1440, in: folder)
    func told(_ name: String) throws -> String? {
      try driven.firstMatch(of: Regex("data-\(name)=\"([^\"]*)\"", as: (Substring, Substring).self))
        .flatMap { String($0.output.1).removingPercentEncoding }
    }
    #expect(try told("copied") == SampleSource.patch)
    #expect(try told("said") == "copied")
    // A field for text has line feeds alone.
    #expect(try told("selected") == SampleSource.patch.replacing("\r\n", with: "\n"))
    #expect(try told("shown") == "1")
  }

  @Test func `Of many subscriptions only those in sight are made`() throws {
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

  @Test func `A frame of a hundred thousand subscriptions costs what is in sight`() throws {
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

  @Test func `The page has a picture`() throws {
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

  /// The document after its script, and then `driver`, has run. A copy of the page is opened, whose policy lets a second script
  /// run.
  static func driven(_ page: String, by driver: String, width: Int, in folder: TemporaryFolder) throws
    -> String
  {
    let parts = page.split(separator: "#", maxSplits: 1)
    var text = try String(contentsOfFile: String(parts[0]), encoding: .utf8)
    text.replace(#/<meta http-equiv="Content-Security-Policy"[^>]*>/#, with: "", maxReplacements: 1)
    let end = try #require(text.range(of: "</body>", options: .backwards))
    // A block: a name of the driver may be a name of the page's script too.
    text.replaceSubrange(end, with: "<script>{\n\(driver)\n}</script></body>")
    let copy = folder.file("driven.html")
    try Data(text.utf8).write(to: copy)
    let link = parts.count > 1 ? "#" + parts[1] : ""
    return try run(["--dump-dom", "--window-size=\(width),800"], copy.path + link, in: folder).text
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
