internal import TraceFormat

/// The words of a judgement on a process that goes on. Each sentence says what looks into its table found,
/// and no more.
package struct WatchWords: Sendable {
  private let watch: LivingWatch
  package let places: Places

  package init(_ watch: LivingWatch) {
    self.watch = watch
    places = Places(watch.sites)
  }

  /// `no leak proven so far; 57 open`.
  package func headline(_ verdicts: WatchVerdicts) -> String {
    if verdicts.isUnjudged {
      return
        "not judged: \(plural(watch.looks, "look")) at the process, and \(WatchVerdicts.fewestLooks) are needed"
    }
    let suspects = verdicts.suspects.isEmpty ? "" : "; \(plural(verdicts.suspects.count, "suspect"))"
    if !verdicts.leaks.isEmpty {
      let members = verdicts.leaks.reduce(0) { $0 + $1.members }
      return "\(plural(verdicts.leaks.count, "leak")) so far, \(plural(members, "subscription"))\(suspects)"
    }
    if !verdicts.suspects.isEmpty { return "no leak proven so far\(suspects)" }
    if watch.alive == 0 { return "no leaks so far: no subscription is alive" }
    let remarks = verdicts.remarks.isEmpty ? "" : ", \(plural(verdicts.remarks.count, "line")) to look at"
    return "no leak proven so far; \(verdicts.openCount) open\(remarks)"
  }

  /// `3872 alive at first, 12 begun and 8 ended since`.
  package var census: String {
    "\(watch.atFirst) alive at first, \(watch.begun) begun and \(watch.gone) ended since"
  }

  /// `look at Session.swift:13: …`, for a line that is worth a look.
  package func remark(_ leak: WatchedLeak) -> String {
    "look at \(places.text(leak.site)): \(leak.count) \(name(leak.site)) have inner signals and no source any more, "
      + "\(looks(leak)). A fault only if a stop above, such as take(until:), was to end all of it: then move it "
      + "below"
  }

  /// The fault in a few words.
  package func title(of leak: WatchedLeak) -> String {
    switch leak.kind {
    case .outlived(isGuessed: false): "dispose was not passed on"
    case .outlived: "outlives the subscription that it was made for"
    case .sourceless: "inner signals outlive their source"
    case .growing: "ever more of them, and none ended"
    }
  }

  package func sentences(for leak: WatchedLeak) -> [String] {
    switch leak.kind {
    case .outlived(let isGuessed):
      [
        outlived(leak),
        isGuessed ? "The thread that subscribed tells which one: a guess. No bag holds the handle." : "",
        recent(leak), ends(leak),
      ].filter { !$0.isEmpty }
    case .sourceless:
      [
        "\(leak.count) \(name(leak.site)) of this line have no source any more, and inner signals go on: "
          + "\(looks(leak)).",
        "Others of the line have a source with \(leak.other.map(name) ?? "?"), which awaits a stop signal.",
        recent(leak), ends(leak),
      ].filter { !$0.isEmpty }
    case .growing:
      [
        "\(leak.recent) of this line began in \(Self.time(watch.length)), "
          + "\(leak.count - leak.recent) lived before, and none was seen to end. "
          + "The oldest is \(Self.time(leak.ages.upperBound)) old."
      ]
    }
  }

  /// The change that would repair it, or clear it.
  package func hint(for leak: WatchedLeak) -> String {
    let (operatorName, place) = (name(leak.site), places.text(leak.site))
    switch leak.kind {
    case .outlived(isGuessed: false): return Leak.Hint.disposeUpstream(operatorName, at: place)
    case .outlived where leak.other == nil:
      return
        "If \(place) stands in a closure, as create takes one: return its disposable there, or keep the "
        + "handle."
    case .outlived where leak.site.traits.contains(.subscribesInUserCode):
      return Leak.Hint.returnInnerDisposable(at: place)
        + " It is no fault if the program keeps that handle, to dispose it later."
    case .outlived:
      return
        "Return the signal from the closure of \(operatorName) instead of subscribing, or keep the handle."
    case .sourceless:
      return
        "\(leak.other.map(name) ?? "?") is upstream of \(operatorName). If it was to end all of it: move it below "
        + "(after \(place)). It is no fault if the inner signals are to go on, and end by themselves later."
    case .growing: return "It is no fault if the program still has a use for each of them."
    }
  }

  private func outlived(_ leak: WatchedLeak) -> String {
    let (live, each) = leak.count == 1 ? ("lives", "it") : ("live", "each")
    return
      "\(plural(leak.count, "subscription")) of this line \(live) on, though the subscription that \(each) was "
      + "made for has ended: \(looks(leak))."
  }

  /// `so in every look of the last 15.0 s`.
  private func looks(_ leak: WatchedLeak) -> String {
    leak.recent == 0
      ? "so in all \(watch.looks) looks of \(Self.time(watch.length))"
      : "so in every look of the last \(Self.time(leak.shortest))"
  }

  private func recent(_ leak: WatchedLeak) -> String {
    leak.recent == 0 ? "" : "For \(leak.recent) of them it came to that while this looked on."
  }

  private func ends(_ leak: WatchedLeak) -> String {
    let age =
      leak.count == 1 ? "It is " : "The youngest is \(Self.time(leak.ages.lowerBound)) old, the oldest "
    return age + "\(Self.time(leak.ages.upperBound))\(leak.count == 1 ? " old" : "")."
      + (leak.ended == 0
        ? " None of the line was seen to end." : " Of the line, \(leak.ended) ended meanwhile.")
  }

  private func name(_ site: Site) -> String { visible(site.operatorName).shortened(to: 40) }

  /// `15.0 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`.
  package static func time(_ nanoseconds: UInt64) -> String {
    let seconds = nanoseconds / TimeUnit.seconds.nanoseconds
    switch seconds {
    case ..<120: return TimeUnit(for: nanoseconds).named(nanoseconds, digits: 1)
    case ..<7200: return "\(seconds / 60) min \(seconds % 60) s"
    case ..<172_800: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
  }
}
