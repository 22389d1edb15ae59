package import Foundation

/// The part of `rxtrace leaks --format json` that is needed to edit sources.
package struct LeaksReport: Decodable, Sendable {
  /// The leaks and suspects, in the order of the report, without the ones that a baseline accepts.
  package let leaks: [Leak]

  /// Reads the report. Several recordings are several lines.
  package init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    leaks = try json.split(separator: UInt8(ascii: "\n"))
      .filter { !$0.isEmpty }
      .flatMap { try decoder.decode(LeaksReport.self, from: Data($0)).leaks }
      .filter { $0.isKnown != true }
  }

  package init(leaks: [Leak]) { self.leaks = leaks }
}

/// A call in the program, as a recording names it.
package struct Site: Decodable, Hashable, Sendable {
  /// The operator, with the labels that tell its forms apart: `take(until:)`.
  package let `operator`: String
  /// `#fileID`: `Module/File.swift`.
  package let file: String
  package let line: Int

  package init(_ operatorName: String, _ file: String, _ line: Int) {
    self.operator = operatorName
    self.file = file
    self.line = line
  }

  /// The name without labels, as it stands in the source.
  var baseName: String { String(self.operator.prefix { $0 != "(" }) }
  /// The labels in the name.
  var labels: [String] {
    self.operator.drop { $0 != "(" }.dropFirst().split(separator: ":").map(String.init).filter { $0 != ")" }
  }
  /// `File.swift:12`.
  package var place: String { "\(file.split(separator: "/").last ?? "")\(line > 0 ? ":\(line)" : "")" }
}

/// A leak or suspect of a report.
package struct Leak: Decodable, Sendable {
  /// One subscription between the root and the source that keeps the others alive.
  package struct Step: Decodable, Sendable {
    package let site: Site

    package init(site: Site) { self.site = site }
  }

  package let letter: String
  package let confidence: String
  package let fingerprint: String
  package let site: Site
  package let hint: String
  package let path: [Step]
  package let brokenLink: Int?
  /// Nil in reports of older versions.
  package let advice: Advice?
  /// Nil where there was no baseline.
  let isKnown: Bool?

  package init(
    letter: String, confidence: String = "likely", fingerprint: String = "000000", site: Site,
    hint: String = "", path: [Step] = [], brokenLink: Int? = nil, advice: Advice?
  ) {
    self.letter = letter
    self.confidence = confidence
    self.fingerprint = fingerprint
    self.site = site
    self.hint = hint
    self.path = path
    self.brokenLink = brokenLink
    self.advice = advice
    isKnown = nil
  }

  /// The subscription behind the link that failed.
  var afterBrokenLink: Site? {
    brokenLink.flatMap { path.indices.contains($0 + 1) ? path[$0 + 1].site : nil }
  }
}

/// The change that a report advises.
package struct Advice: Decodable, Sendable {
  /// A call that the change is about.
  package struct Part: Decodable, Sendable {
    let part: String
    let `operator`: String
    let file: String
    let line: Int
  }

  package let kind: String
  let sites: [Part]

  package init(_ kind: String, _ sites: [(part: String, site: Site)]) {
    self.kind = kind
    self.sites = sites.map { part, site in
      Part(part: part, operator: site.operator, file: site.file, line: site.line)
    }
  }

  subscript(part: String) -> Site? {
    sites.first { $0.part == part }.map { Site($0.operator, $0.file, $0.line) }
  }
}
