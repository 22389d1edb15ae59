import TraceFormat

/// The sentences about a leak.
package struct LeakWords: Sendable {
  package let words: Wording
  package let places: Places
  package var trace: AnalyzedTrace { words.trace }

  package init(_ trace: AnalyzedTrace) {
    words = Wording(trace)
    places = Places(trace.forest)
  }

  /// The events, and the number of values that were sent for nobody.
  package func account(of leak: Leak) -> [String] {
    var lines: [String] = []
    let gone = leak.evidence.contains { $0 is SubscriberGone }
    if gone { lines.append(broken(leak)) }
    lines += instances(of: leak)
    lines += leak.evidence.compactMap { $0.sentence.map { words.text(of: $0, places) + "." } }
    if !gone { lines += work(for: leak) }
    return lines
  }

  /// A subscriber that is gone, and what is still behind it.
  private func broken(_ leak: Leak) -> String {
    let waste = leak.waste
    let (seems, isFed) =
      leak.confidence == .certain
      ? ("still has", "is still being fed") : ("seems still to have", "seems still to be fed")
    let ends = leak.members.compactMap { trace.forest[$0]?.endedAt }
    if ends.count == leak.members.count, let end = ends.max() {
      let was = leak.confidence == .certain ? "was fed" : "seems to have been fed"
      return "\(gone(leak)) \(was) until \(moment(end)), when the subscription behind it ended."
    }
    guard waste.values > 0 else {
      if trace.forest.lacksValues { return "\(gone(leak)) \(seems) a living source." }
      return "\(gone(leak)) \(seems) a living source, which has sent nothing since\(goneSince(leak))."
    }
    let last = waste.lastValueAt.map { ", the last at \(moment($0))" } ?? ""
    return "\(gone(leak)) \(isFed): \(plural(waste.values, "value")) since \(moment(waste.since))"
      + (rate(of: leak).map { " (\($0))" } ?? "") + "\(last)."
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

  private func work(for leak: Leak) -> [String] {
    guard leak.waste.values > 0 else { return [] }
    let since =
      leak.reason.isOfStop
      ? "since the stop signal" + (leak.instances.count > 1 ? "s" : "") : "since \(moment(leak.waste.since))"
    return [
      "Work done for nothing: \(plural(leak.waste.values, "value")) \(since) (\(rate(of: leak) ?? "none") at the end)."
    ]
  }

  /// `2 of 2 stopped subscriptions at Session.swift:47 leaked (#10, #21); 1 still open (#32) is not counted.`
  private func instances(of leak: Leak) -> [String] {
    let total = leak.instances.count + leak.endedInstances.count
    guard total > 1 || !leak.openInstances.isEmpty, let first = leak.instances.first,
      let site = trace.forest[first]?.site
    else { return [] }
    // Of those that have ended it is not said how.
    let areAllStopped = leak.reason == .innerOutlivedStopSignal && leak.endedInstances.isEmpty
    let adjective = areAllStopped ? "stopped " : ""
    var sentence = "\(leak.instances.count) of \(total) \(adjective)subscriptions at "
    let verb =
      leak.confidence == .possible ? (leak.instances.count == 1 ? "is like this" : "are like this") : "leaked"
    sentence += "\(places.text(site)) \(verb) (\(numbers(leak.instances)))"
    if !leak.openInstances.isEmpty {
      let count = leak.openInstances.count
      sentence +=
        "; \(count) still open (\(numbers(leak.openInstances))) \(count == 1 ? "is" : "are") not counted"
    }
    return [
      sentence + "."
        + (leak.instances.count > 1 ? " Showing #\(trace.forest.printed(leak.representative))." : "")
    ]
  }

  /// `#10, #21`, at most four of them.
  private func numbers(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(4).map { "#\(trace.forest.printed($0))" }
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
}
