internal import TraceFormat

/// The letters of leaks that are looked at again and again: a leak keeps the one that it had first.
package struct LeakLetters: Sendable {
  private struct Key: Hashable {
    let fingerprint: Fingerprint
    let site: Site
    /// One place can leak for two reasons.
    let reason: String

    init(_ leak: Leak) { (fingerprint, site, reason) = (leak.fingerprint, leak.site, "\(leak.reason)") }
  }

  private var known: [Key: Int] = [:]

  package init() {}

  /// Nil for a leak that has none yet.
  package subscript(leak: Leak) -> String? { known[Key(leak)].map(letter(ofLeak:)) }

  /// Gives each leak and each suspect that has none the next one.
  package mutating func add(_ leaks: [Leak]) {
    for leak in leaks where known[Key(leak)] == nil { known[Key(leak)] = known.count }
  }
}
