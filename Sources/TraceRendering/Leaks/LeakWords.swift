import TraceAnalysis
import TraceFormat

/// The sentences about a leak.
struct LeakWords: Sendable {
  let words: Wording
  let places: Places
  var trace: AnalyzedTrace { words.trace }

  init(_ trace: AnalyzedTrace) {
    words = Wording(trace)
    places = Places(trace.forest)
  }

  static func ink(of confidence: Confidence) -> Ink { confidence == .possible ? .doubt : .leak }

  /// What went wrong, in four words.
  static func title(of leak: Leak) -> String {
    switch leak.reason {
    case .disposalNotPassedOn: "dispose was not passed on"
    case .innerOutlivedStopSignal: "inner outlived its stop signal"
    case .ownerDisposed: "outlived its disposed owner"
    case .growth: "started again and again, never ended"
    }
  }

  /// What happened, and how much was sent for nobody.
  func account(of leak: Leak, in charset: Charset) -> [String] {
    let cases = instances(of: leak, in: charset)
    switch leak.reason {
    case .disposalNotPassedOn:
      let waste = leak.waste
      guard waste.values > 0 else {
        return ["\(gone(leak)) still has a living source, which has sent nothing since\(goneSince(leak))."]
          + cases
      }
      let last = waste.lastValueAt.map { ", the last at \(moment($0))" } ?? ""
      return [
        "\(gone(leak)) is still being fed: \(plural(waste.values, "value")) since \(moment(waste.since))"
          + (rate(of: leak).map { " (\($0))" } ?? "") + "\(last)."
      ] + cases
    case .innerOutlivedStopSignal:
      return cases + work(for: leak, since: "since the stop signal" + (leak.instances.count > 1 ? "s" : ""))
    case .ownerDisposed:
      return ["What held its handle was disposed; the subscription runs on."] + cases
        + work(for: leak, since: "since \(moment(leak.waste.since))")
    case .growth:
      let started = leak.instances.count + leak.openInstances.count
      return ["\(started) were started here and none has ended, although others had their stop signal."]
        + cases + work(for: leak, since: "since \(moment(leak.waste.since))")
    }
  }

  /// ` 4.000 s`, when the subscriber that the source is for had gone.
  private func goneSince(_ leak: Leak) -> String {
    guard let link = leak.brokenLink, leak.path.indices.contains(link),
      let time = trace.forest[leak.path[link].life]?.endedAt
    else { return "" }
    return " " + moment(time)
  }

  /// `A disposed subscriber`, `A completed subscriber`.
  private func gone(_ leak: Leak) -> String {
    guard let link = leak.brokenLink, leak.path.indices.contains(link) else { return "A disposed subscriber" }
    return switch leak.path[link].standing {
    case .ended(.error): "A subscriber that has failed"
    case .ended: "A subscriber that has completed"
    default: "A disposed subscriber"
    }
  }

  private func work(for leak: Leak, since: String) -> [String] {
    guard leak.waste.values > 0 else { return [] }
    return [
      "Work done for nothing: \(plural(leak.waste.values, "value")) \(since) (\(rate(of: leak) ?? "none") at the end)."
    ]
  }

  /// `2 of 2 stopped subscriptions at Session.swift:47 leaked (#10, #21); 1 still open (#32) is not counted.`
  private func instances(of leak: Leak, in charset: Charset) -> [String] {
    let total = leak.instances.count + leak.endedInstances.count
    guard total > 1 || !leak.openInstances.isEmpty, let first = leak.instances.first,
      let site = trace.forest[first]?.site
    else { return [] }
    let adjective = leak.reason == .innerOutlivedStopSignal ? "stopped " : ""
    var sentence = "\(leak.instances.count) of \(total) \(adjective)subscriptions at "
    sentence += "\(places.text(site, in: charset)) leaked (\(numbers(leak.instances)))"
    if !leak.openInstances.isEmpty {
      let count = leak.openInstances.count
      sentence +=
        "; \(count) still open (\(numbers(leak.openInstances))) \(count == 1 ? "is" : "are") not counted"
    }
    return [sentence + "." + (leak.instances.count > 1 ? " Showing #\(leak.representative)." : "")]
  }

  /// `#10, #21`, at most four of them.
  private func numbers(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(4).map { "#\($0)" }
    return (numbers.count > 4 ? shown + ["…"] : shown).joined(separator: ", ")
  }

  private func moment(_ time: UInt64) -> String { words.moment(time) + " " + words.unit.name }

  /// `8.0/s`; nil for what has fallen silent.
  private func rate(of leak: Leak) -> String? {
    let tenths = (leak.waste.ratePerSecond * 10).rounded()
    guard tenths != 0 else { return nil }
    guard tenths.isFinite, tenths >= 0, tenths < 1e15 else { return "?/s" }
    return decimal(UInt64(tenths), per: 10, digits: 1) + "/s"
  }

  /// What to change, as far as the trace tells.
  func hint(for leak: Leak, in charset: Charset) -> String {
    func at(_ site: Site) -> String { places.text(site, in: charset) }
    func name(_ site: Site) -> String {
      Escaping(charset: charset, limit: 40)(visible(site.operatorName)).text
    }
    return switch leak.hint {
    case .returnInnerDisposable(let site):
      "At \(at(site)) return (or add to the bag) the disposable of the inner subscription."
    case .moveStopBelow(let stop, let flattening):
      "\(name(stop)) is upstream of \(name(flattening)). Usual fix: move it below (after \(at(flattening)))."
    case .keepInnerHandle(let site):
      "The closure of \(name(site)) at \(at(site)) subscribes and drops the handle: return the signal instead, or "
        + "keep the handle."
    case .disposeUpstream(let site):
      "\(name(site)) at \(at(site)) must dispose its upstream when it is disposed or ends."
    case .disposeWithOwner(let site):
      "What holds the handle of \(name(site)) at \(at(site)) must dispose it when it is disposed itself."
    case .giveItAnEnd(let site):
      "Nothing ends what is subscribed at \(at(site)): keep its handle in a bag, or give it a take(until:)."
    }
  }
}
