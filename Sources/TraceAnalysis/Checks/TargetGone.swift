package import TraceFormat

/// A binding ends itself at its first value, since its target was a local and is gone.
///
/// A binding keeps no reference to its target. The sign of a local is a property that was subscribed to in
/// the same function, and went as the function returned.
package struct TargetGone: Finding {
  package static let check = "target-gone"
  /// A function is over in that time.
  private static let function = TimeLimit(milliseconds: 5)

  package static let description = RuleDescription(
    ofCheck: check, title: "its target was gone before the first value",
    claim: """
      A binding ends itself at its first value, as a binding does without its target: an object beside it \
      was a local, and went as the function returned.
      """,
    needs: """
      A root that completed at its first value, although its source had not ended and no operator on the \
      way ends its source early.
      A property that was subscribed to beside it, on the same thread. It went out of memory at once, \
      before that value came.
      Values are recorded, and nothing was lost.
      """,
    excuses: """
      A binding that had several values: its target lived for a while.
      A binding without such a property beside it: its target may have gone just then.
      """,
    thresholds: [
      .duration("longest call", function, "A function is over in that time.")
    ],
    faulty: .program(
      "Field/Faulty/CounterOfPresses",
      "The property that counts is a local of the function that binds it, so the label stays as it was."),
    healthy: .program(
      "Healthy/BoundLabels",
      "Each label is set several times. Its binding ends at the first change after the label has gone."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  /// How long after its beginning the first of them ended, and the property beside it, with its life.
  package let waited: UInt64
  package let property: Site
  package let propertyLived: UInt64

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [TargetGone] {
    // With losses, values may be what is missing.
    guard forest.totals.next > 0, forest.lostRanges.isEmpty else { return [] }
    let bindings = forest.rootLives.filter { !$0.wasAliveBefore && forest.endedItselfAtFirstValue($0) }
    guard !bindings.isEmpty else { return [] }
    let gone = forest.livesOfSites(where: { $0.contains(.endsWithItsObject) }).filter { life in
      !life.wasAliveBefore && life.hasEnding && !life.hasFailed && forest.duration(of: life) < function
    }
    guard !gone.isEmpty else { return [] }
    return forest.livesBySite(bindings) { _ in true }.compactMap { lives in
      let found = lives.compactMap { binding in
        gone.first { wasBeside(binding, $0) }.map { (binding: binding, property: $0) }
      }
      guard let first = found.first else { return nil }
      return TargetGone(
        site: first.binding.site, name: first.binding.name, lives: found.map(\.binding.number),
        waited: forest.duration(of: first.binding), property: first.property.site,
        propertyLived: forest.duration(of: first.property))
    }
  }

  /// Whether a property was subscribed to in the same function, and went before the binding had its value.
  private static func wasBeside(_ binding: Life, _ property: Life) -> Bool {
    guard binding.thread == property.thread, let value = binding.firstValueAt, let gone = property.endedAt,
      gone < value
    else { return false }
    let (first, last) = (min(binding.subscribedAt, property.subscribedAt), max(binding.subscribedAt, gone))
    return last - first < function && value - min(value, last) > Thresholds.atOnce
  }

  package var sentence: Sentence {
    "ended itself at its first value, after \(duration: waited), as a binding does without its target: \(site: property), subscribed to beside it, had gone after \(duration: propertyLived)"
  }

  package static func summary(_ findings: [TargetGone]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.lives.count }, "binding") whose target was gone"
  }
}

extension Forest {
  /// Whether a root completed at its first value, and nothing above it had.
  fileprivate func endedItselfAtFirstValue(_ root: Life) -> Bool {
    guard root.values == 1, root.hasEnding, !root.hasFailed, root.traits.contains(.root),
      let above = root.firstSource, root.upstreams.count == 1, above.values == 1,
      !above.traits.contains(.stops), let value = root.firstValueAt, let end = root.endedAt,
      end - min(end, value) < Thresholds.atOnce
    else { return false }
    // The gate in front of it completes. So the source of that was disposed, or goes on with its other
    // subscribers.
    if let source = above.firstSource {
      return above.upstreams.count == 1 && source.isDisposed && !source.hasEnding
    }
    guard let source = above.hotSource else { return false }
    return members(ofSource: source).contains { lives[$0].lastValueAt ?? 0 > end }
  }
}
