package import TraceAnalysis

/// The maker of the patches that a page offers beside its leaks.
package protocol LeakPatches: Sendable {
  /// The patches that end leaks, as `patch -p1` reads them, by the letters of the leaks. A leak without one
  /// is missing.
  func patches(of trace: AnalyzedTrace) -> [String: String]
}
