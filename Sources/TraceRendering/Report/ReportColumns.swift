import TraceAnalysis
import TraceFormat

/// The subscriptions of a page as columns, and the strings that these name by their index.
struct ReportColumns {
  private let trace: AnalyzedTrace
  private let selection: ReportSelection
  private let words: Wording
  private let places: Places
  private(set) var strings = StringTable()
  /// The words for each owner, by index.
  private(set) var owners: [Int] = []
  private var ownerIndices: [OwnerID: Int] = [:]
  private var siteList: [Site] = []
  private var siteIndices: [Site: Int] = [:]
  private var rare: [String: (places: [Int], values: [String])] = [:]
  /// By number: the index of the leak among those that are listed.
  private var leakOfLife: [Int: Int] = [:]

  init(_ trace: AnalyzedTrace, _ selection: ReportSelection) {
    self.trace = trace
    self.selection = selection
    words = Wording(trace)
    places = Places(trace.forest)
    for (index, listed) in trace.listedLeaks.prefix(ReportLeaks.most).enumerated() {
      for number in listed.leak.members { leakOfLife[number] = index }
    }
  }

  /// The facts that every subscription has.
  mutating func lives() -> String {
    let chosen = selection.numbers.map { trace.forest.lives[LifeIndex(number: $0)] }
    var site: [Int] = []
    var states: [ReportState] = []
    var started: [Int64] = []
    var last = Int64(clamping: trace.forest.began)
    for (place, life) in chosen.enumerated() {
      site.append(index(of: life.site))
      let end = words.end(of: life)
      let state: ReportState = life.isAlive ? .alive : ReportState(end)
      states.append(state)
      addRare(life, at: place, isFired: state == .fired)
      let time = Int64(clamping: life.subscribedAt)
      started.append(time - last)
      last = time
    }
    var members: [(String, String)] = [
      ("count", String(chosen.count)),
      (
        "downstream",
        ScriptData.numbers(chosen.map { $0.downstream.flatMap(selection.place).map { $0 + 1 } ?? 0 })
      ),
      ("site", ScriptData.numbers(site)), ("started", ScriptData.numbers(started)),
      (
        "lasted",
        ScriptData.numbers(
          chosen.map { life in life.endedAt.map { $0.since(life.subscribedAt) } ?? 0 })
      ),
      ("state", ScriptData.numbers(states.map(\.rawValue))),
      ("verdict", ScriptData.numbers(chosen.map { ReportVerdict(trace.verdicts[$0.number]).rawValue })),
      ("role", ScriptData.numbers(chosen.map(\.role.rawValue))),
      ("thread", ScriptData.numbers(chosen.map(\.thread.rawValue))),
      ("values", ScriptData.numbers(chosen.map(\.values))),
      ("reason", ScriptData.numbers(chosen.map { $0.disposal?.reason.rawValue ?? 0 })),
    ]
    if selection.leftOut > 0 || selection.numbers.count < trace.forest.lives.count {
      members.append(("number", ScriptData.numbers(selection.numbers)))
    }
    return ScriptData.object(members)
  }

  /// The facts that few subscriptions have: for each fact the places of these subscriptions, and the values.
  mutating func rareColumns(_ activity: ReportActivity) -> String {
    for (place, resolution) in activity.resolutions { add("resolution", place, String(resolution)) }
    let names = [
      "label", "standing", "error", "fired", "leak", "owner", "late", "late_since", "last_value",
      "resolution", "causes",
    ]
    return ScriptData.object(
      names.map { name in
        let column = rare[name] ?? ([], [])
        return (name, ScriptData.list([ScriptData.numbers(column.places), ScriptData.list(column.values)]))
      })
  }

  mutating func sites(_ links: LinkFormat?) -> String {
    let operators = siteList.map { strings.index(ofUntrusted: visible($0.operatorName)) }
    let texts = siteList.map { strings.index(ofUntrusted: places.text($0)) }
    var members = [("operator", ScriptData.numbers(operators)), ("place", ScriptData.numbers(texts))]
    if let links {
      members.append(
        ("address", ScriptData.list(siteList.map { links.address(of: $0).map(ScriptData.text) ?? "null" })))
    }
    return ScriptData.object(members)
  }

  private mutating func add(_ name: String, _ place: Int, _ value: String) {
    rare[name, default: ([], [])].places.append(place)
    rare[name, default: ([], [])].values.append(value)
  }

  private mutating func addRare(_ life: Life, at place: Int, isFired: Bool) {
    func offset(_ time: UInt64) -> String { String(time.since(trace.forest.began)) }
    if life.label != nil { add("label", place, String(strings.index(ofUntrusted: words.name(of: life)))) }
    if life.isAlive {
      let (word, detail) = words.state(of: life)
      add("standing", place, String(strings.index(ofUntrusted: word + (detail ?? ""))))
    }
    if let error = life.ending?.description {
      add("error", place, String(strings.index(ofUntrusted: error)))
    }
    if isFired, let time = life.downstream?.stoppedAt {
      add("fired", place, offset(time))
    }
    if let leak = leakOfLife[life.number] { add("leak", place, String(leak)) }
    if let owner = life.owner { add("owner", place, String(index(of: owner))) }
    if life.lateValues > 0 { add("late", place, String(life.lateValues)) }
    if let lateness = life.lateness {
      add("late_since", place, offset(lateness.since))
    }
    if let last = life.lastValueAt { add("last_value", place, offset(last)) }
    if !life.causes.isEmpty {
      let causes = life.causes.prefix(4).map { cause in
        "[\(cause.life.number),\(cause.kind.rawValue),\(offset(cause.time))]"
      }
      add("causes", place, ScriptData.list(causes))
    }
  }

  private mutating func index(of site: Site) -> Int {
    if let index = siteIndices[site] { return index }
    siteIndices[site] = siteList.count
    siteList.append(site)
    return siteList.count - 1
  }

  private mutating func index(of owner: OwnerID) -> Int {
    if let index = ownerIndices[owner] { return index }
    let text = ShowText.text(owner, trace, places, Page())
    ownerIndices[owner] = owners.count
    owners.append(strings.index(ofUntrusted: text))
    return owners.count - 1
  }
}
