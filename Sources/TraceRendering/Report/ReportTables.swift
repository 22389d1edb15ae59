import TraceAnalysis
import TraceFormat

/// The meaning of the numbers in a page's columns. The page's script reads these tables and repeats none of
/// them.
enum ReportTables {
  /// An object of tables. In each table the place of an entry is the number that columns hold.
  static var text: String {
    let causes = (0...UInt8.max).compactMap { Cause.Kind(rawValue: $0) }
    let words = ScriptData.object([
      ("leak", ScriptData.text(LeaksText.word(isProven: true))),
      ("suspect", ScriptData.text(LeaksText.word(isProven: false))),
      ("alive", ScriptData.text(LeakPath.alive)), ("leaked", ScriptData.text(Wording.leaked)),
    ])
    return ScriptData.object([
      ("verdicts", ScriptData.list(ReportVerdict.allCases.map(row))),
      ("filters", ScriptData.numbers(ReportVerdict.filters.map(\.rawValue))),
      ("states", ScriptData.texts(ReportState.allCases.map { "\($0)" })),
      ("reasons", ScriptData.texts(DisposalReason.allCases.map(\.phrase))),
      ("roles", ScriptData.texts(Role.Kind.allCases.map { "\($0)" })),
      ("causes", ScriptData.texts(causes.map { "\($0)" })), ("words", words),
    ])
  }

  private static func row(_ verdict: ReportVerdict) -> String {
    ScriptData.object([
      ("name", ScriptData.text("\(verdict)")), ("word", ScriptData.text(verdict.word)),
      ("sign", ScriptData.text(verdict.mark.sign)), ("style", ScriptData.text(verdict.style)),
      ("weight", String(verdict.mark.rawValue)),
    ])
  }
}

/// A verdict as the page shows it and filters by it.
enum ReportVerdict: Int, CaseIterable {
  case finished, leaked, open, suspected, settling, longLived, unknown

  /// The verdicts in the order of the page's filters.
  static let filters: [Self] = [.leaked, .suspected, .open, .settling, .longLived, .unknown, .finished]

  init(_ verdict: Verdict?) {
    self =
      switch verdict {
      case .finished?: .finished
      case .leaked?: .leaked
      case .open(.suspected)?: .suspected
      case .open(.settling)?: .settling
      case .open?: .open
      case .longLived?: .longLived
      case .unknown?, nil: .unknown
      }
  }

  var word: String {
    switch self {
    case .finished: "finished"
    case .leaked: "leaked"
    case .open: "open"
    case .suspected: "suspected"
    case .settling: "not judged yet"
    case .longLived: "long-lived"
    case .unknown: "unknown"
    }
  }

  /// The sign and the weight of a row are the same as in the text drawings.
  var mark: VerdictMark {
    switch self {
    case .finished: .finished
    case .leaked: .leak
    case .open, .settling: .open
    case .suspected: .suspect
    case .longLived: .longLived
    case .unknown: .doubt
    }
  }

  /// The class in the page's style sheet.
  var style: String {
    switch self {
    case .finished: "finished"
    case .leaked: "leaked"
    case .open, .settling, .longLived: "open"
    case .suspected, .unknown: "doubt"
    }
  }
}

/// The state of a subscription at the end of the recording. The names of the cases are words on the page.
enum ReportState: UInt8, CaseIterable {
  case alive, completed, failed, disposed, fired

  /// - Parameter end: the words of ``Wording/end(of:)``, which begin with the state.
  init(_ end: String?) {
    self =
      switch end?.prefix(while: { $0 != " " }) {
      case nil: .alive
      case "completed"?: .completed
      case "failed"?: .failed
      case "fired"?: .fired
      case _?: .disposed
      }
  }
}
