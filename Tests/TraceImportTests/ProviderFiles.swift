import Foundation

/// The definition of the probes, in `probes/*.d`.
enum ProviderFiles {
  /// The parameters of each probe, by `provider:name`; a text's name has a star before it.
  static func probes() throws -> [String: [String]] {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var probes: [String: [String]] = [:]
    for provider in ["racsignal", "raccompounddisposable", "racscheduler"] {
      let text = try String(
        contentsOf: repository.appendingPathComponent("probes/\(provider).d"), encoding: .utf8)
      for match in text.matches(of: /probe\s+(\w+)\(([^)]*)\);/) {
        probes["\(provider):\(match.output.1)"] = match.output.2.split(separator: ",").map { parameter in
          String(parameter.split(whereSeparator: \.isWhitespace).last ?? "")
        }
      }
    }
    return probes
  }
}
