import TraceAnalysis
import TraceFormat

/// The leaks of a page in the words of `rxtrace leaks`, and what else was found.
struct ReportLeaks {
  /// More than this nobody reads; `rxtrace leaks` lists all.
  static let most = 200

  private(set) var leaks: [String] = []
  private(set) var findings: [String] = []
  /// The patches that leaks name by their place.
  let patches: [String]
  /// How many leaks are left out.
  let more: Int

  init(_ trace: AnalyzedTrace, _ look: HTMLReport) {
    let links = look.links
    let words = LeakWords(trace)
    let pen = Pen(page: Page(links: links))
    let listed = trace.listedLeaks
    more = max(listed.count - Self.most, 0)
    let sources = ReportSources(of: listed.prefix(Self.most), words, look.sources, look.patches)
    patches = sources.patches
    for (letter, isProven, leak) in listed.prefix(Self.most) {
      let path = LeakPath(leak, words, pen, showsWhole: false).table
      leaks.append(
        ScriptData.object([
          ("letter", ScriptData.text(letter)), ("kind", ScriptData.text(isProven ? "leak" : "suspect")),
          ("confidence", ScriptData.text(leak.confidence.name)),
          ("fingerprint", ScriptData.text(leak.fingerprint.description)),
          ("title", ScriptData.text(leak.title)), Self.place(leak.site, words),
          Self.address(leak.site, links), Self.otherPlace(leak.otherSite, words),
          Self.otherAddress(leak.otherSite, links), ("count", String(leak.members.count)),
          ("members", ScriptData.numbers(leak.members.prefix(60))),
          ("representative", String(leak.path.first?.life ?? leak.representative)),
          ("sentences", ScriptData.texts(words.account(of: leak).map(Self.shown))),
          ("path", ScriptData.list(path.rows.map(Self.row))),
          ("excerpt", sources.excerpt(of: leak)),
          ("hint", ScriptData.text(Self.shown(words.hint(for: leak)))),
          ("patch", sources.patch(ofLeak: letter)),
        ]))
    }
    for finding in trace.unabsorbedFindings.prefix(Self.most) {
      let sentence = words.words.text(of: finding.sentence, words.places)
      findings.append(
        ScriptData.object([
          ("check", ScriptData.text(type(of: finding).check)),
          ("name", ScriptData.text(Escaping(limit: 80)(visible(finding.name)).text)),
          Self.place(finding.site, words), Self.address(finding.site, links),
          Self.otherPlace(finding.otherSite, words), Self.otherAddress(finding.otherSite, links),
          ("sentence", ScriptData.text(Self.shown(sentence))),
        ]))
    }
  }

  private static func shown(_ text: String) -> String { Escaping(limit: 1000)(text).text }

  private static func place(_ site: Site, _ words: LeakWords) -> (name: String, value: String) {
    ("place", ScriptData.text(shown(words.places.text(site))))
  }

  private static func address(_ site: Site, _ links: LinkFormat?) -> (name: String, value: String) {
    ("address", site.file.isEmpty ? "null" : links?.address(of: site).map(ScriptData.text) ?? "null")
  }

  /// The second place; nothing where there is none.
  private static func otherPlace(_ site: Site?, _ words: LeakWords) -> (name: String, value: String) {
    ("other_place", site.map { place($0, words).value } ?? "null")
  }

  private static func otherAddress(_ site: Site?, _ links: LinkFormat?) -> (name: String, value: String) {
    ("other_address", site.map { address($0, links).value } ?? "null")
  }

  private static func row(_ row: Table.Row) -> String {
    switch row {
    case .cells(let cells, margin: _):
      ScriptData.object([("cells", ScriptData.list(cells.map { Self.cell($0.form(0)) }))])
    case .sentence(let cell, let sentence, margin: _):
      ScriptData.object([
        ("cell", ScriptData.text(cell.form(0).text())), ("sentence", ScriptData.text(sentence.text())),
      ])
    case .line(let line):
      ScriptData.object([("cell", ScriptData.text("")), ("sentence", ScriptData.text(line.text()))])
    }
  }

  /// The text, with its address where it has one.
  private static func cell(_ line: Line) -> String {
    let text = ScriptData.text(line.text())
    guard let address = line.spans.first(where: { $0.address != nil })?.address else { return text }
    return ScriptData.list([text, ScriptData.text(address)])
  }
}
