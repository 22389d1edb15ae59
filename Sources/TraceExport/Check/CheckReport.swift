package import TraceAnalysis
import TraceFormat

/// The results of `rxtrace check`, in the forms that continuous integration reads.
package struct CheckReport {
  /// A leak, and whether it was known.
  package struct Entry {
    package let trace: AnalyzedTrace
    package let leak: Leak
    package let isKnown: Bool
    /// The path of the leak's file in its repository, as far as it is known.
    package let file: String
    /// The second place where the fault may lie, with the path of its file.
    private let other: (file: String, line: UInt32)?
    /// The guilty line itself, where it is known.
    private let source: String?

    /// - Parameters:
    ///   - file: the path; nil where only the call site's module and file are known.
    ///   - otherFile: the same of the second place.
    ///   - source: the text of the leak's line.
    package init(
      _ leak: Leak, in trace: AnalyzedTrace, isKnown: Bool, file: String? = nil, otherFile: String? = nil,
      source: String? = nil
    ) {
      self.trace = trace
      self.leak = leak
      self.isKnown = isKnown
      self.source = source
      self.file = file ?? leak.site.file
      other = leak.otherSite.map { (file: otherFile ?? $0.file, line: max($0.line, 1)) }
    }

    /// `inner outlived its stop signal (10, likely) [b71e04]`.
    package var sentence: String {
      "\(LeakText(leak, trace).title) (\(leak.members.count), \(leak.confidence.name)) [\(leak.fingerprint)]"
    }

    fileprivate var hint: String { LeakText(leak, trace).hint }
    fileprivate var line: UInt32 { max(leak.site.line, 1) }

    /// An annotation has one place: the other one follows the sentence, and the line stands below it.
    fileprivate var annotation: String {
      sentence + (other.map { "; see also \($0.file):\($0.line)" } ?? "") + (source.map { "\n  " + $0 } ?? "")
    }

    fileprivate var location: JSON { .object(Self.location(file, line, source)) }

    /// None or one.
    fileprivate var relatedLocations: [JSON] {
      guard let other else { return [] }
      let message = JSON.object([("text", "The fault may lie here instead.")])
      return [.object(Self.location(other.file, other.line) + [("message", message)])]
    }

    private static func location(
      _ file: String, _ line: UInt32, _ source: String? = nil
    ) -> [(name: String, value: JSON)] {
      let snippet = source.map { [(name: "snippet", value: JSON.object([("text", .text($0))]))] } ?? []
      let region: [(name: String, value: JSON)] = [("startLine", .number(UInt64(line)))]
      let place = JSON.object([
        ("artifactLocation", .object([("uri", .text(file))])), ("region", .object(region + snippet)),
      ])
      return [("physicalLocation", place)]
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  /// The fingerprints of the leaks that are known, or of the ones that are not.
  package func fingerprints(known: Bool) -> Set<Fingerprint> {
    Set(entries.filter { $0.isKnown == known }.map(\.leak.fingerprint))
  }

  private var new: [Entry] { entries.filter { !$0.isKnown } }

  /// `::error file=Session.swift,line=45::…` for each new leak: annotations of GitHub's.
  package var github: String {
    new.map { entry in
      "::error file=\(Self.property(entry.file)),line=\(entry.line)::\(Self.message(entry.annotation))\n"
    }.joined()
  }

  /// JUnit's XML: a test case a leak; new ones fail, known ones are skipped.
  package var junit: String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml +=
      "<testsuites><testsuite name=\"rxtrace\" tests=\"\(max(entries.count, 1))\" failures=\"\(new.count)\" "
      + "skipped=\"\(entries.count - new.count)\">\n"
    if entries.isEmpty { xml += "<testcase classname=\"rxtrace\" name=\"no leaks\"/>\n" }
    for entry in entries {
      let place = Self.xml("\(entry.file):\(entry.line)")
      xml += "<testcase classname=\"\(place)\" name=\"\(Self.xml(entry.sentence))\">"
      xml +=
        entry.isKnown
        ? "<skipped/>" : "<failure message=\"\(Self.xml(entry.sentence))\">\(Self.xml(entry.hint))</failure>"
      xml += "</testcase>\n"
    }
    return xml + "</testsuite></testsuites>\n"
  }

  /// SARIF 2.1.0, on one line.
  package var sarif: String {
    let results = entries.map { entry in
      JSON.object([
        ("ruleId", .text("\(entry.leak.reason)")), ("level", entry.isKnown ? "note" : "error"),
        ("baselineState", entry.isKnown ? "unchanged" : "new"),
        ("message", .object([("text", .text(entry.sentence + ". " + entry.hint))])),
        ("partialFingerprints", .object([("rxtrace/v1", .text(entry.leak.fingerprint.description))])),
        ("locations", .list([entry.location])), ("relatedLocations", .list(entry.relatedLocations)),
      ])
    }
    var seen = Set<String>()
    let rules = entries.filter { seen.insert("\($0.leak.reason)").inserted }.map { entry in
      JSON.object([
        ("id", .text("\(entry.leak.reason)")),
        ("shortDescription", .object([("text", .text(LeakText(entry.leak, entry.trace).title))])),
      ])
    }
    let run = JSON.object([
      ("tool", .object([("driver", .object([("name", "rxtrace"), ("rules", .list(rules))]))])),
      ("results", .list(results)),
    ])
    return JSON.object([
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      ("runs", .list([run])),
    ]).description + "\n"
  }

  private static func message(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      // Characters that a terminal might obey as it shows the log.
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
        escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func xml(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // Most control characters have no place in XML, not even as references.
      case _ where scalar.value < 0x20 || (0xfffe...0xffff).contains(scalar.value): escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
