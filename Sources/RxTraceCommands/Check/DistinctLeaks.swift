import TraceAnalysis
import TraceFormat
import TraceRendering

/// Leaks, told apart by fingerprint and call site: leaks of one shape have one fingerprint, wherever they
/// are.
struct DistinctLeaks {
  private struct Place: Hashable {
    let fingerprint: Fingerprint
    let file: String
    let line: UInt32
  }

  private var places = Set<Place>()

  init(_ leaks: some Sequence<Leak>) {
    for leak in leaks {
      places.insert(Place(fingerprint: leak.fingerprint, file: leak.site.file, line: leak.site.line))
    }
  }

  var count: Int { places.count }

  /// By fingerprint.
  var counts: [Fingerprint: Int] { Dictionary(grouping: places, by: \.fingerprint).mapValues(\.count) }

  /// `2 new leaks`, or `2 new leaks (1 fingerprint)`.
  func counted(_ noun: String) -> String {
    let shapes = counts.count
    return plural(count, noun) + (shapes < count ? " (\(plural(shapes, "fingerprint")))" : "")
  }
}

extension Baseline.Line {
  /// Facts beside a fingerprint, for a person who reviews a baseline.
  init(_ leak: Leak, in trace: AnalyzedTrace) {
    self.init(
      fingerprint: leak.fingerprint, place: "\(leak.site.file):\(leak.site.line)", count: leak.members.count,
      title: LeakText(leak, trace).title, confidence: leak.confidence.name)
  }
}
