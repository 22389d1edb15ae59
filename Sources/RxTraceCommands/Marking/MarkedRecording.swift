import Glibc
import ProcessInspection
import TraceFormat

/// A recording that is to be marked, from outside the process that writes it.
struct MarkedRecording {
  private let place: RecordingPlace
  let header: RecordingHeader
  /// Why nobody writes into it any more; nil where somebody does, or may do, as far as this machine can know.
  private let end: String?
  private let writer: WritingProcess?

  /// Throws where there is no recording, or where it does not say which one it is.
  ///
  /// - Parameter writer: The process that writes it, where that is known.
  init(at place: RecordingPlace, writtenBy writer: WritingProcess? = nil) throws(CommandFailure) {
    let path = place.name
    let head: RecordingHead
    do {
      head = try RecordingHead(place)
    } catch {
      let hint =
        if case .missing = error {
          "; a program writes it that is started with RXTRACE=\(path.shellWord)"
        } else { OpenedRecording.hint(error) }
      throw CommandFailure("\(error)\(hint)", status: ExitStatus.unreadableInput)
    }
    guard let header = head.header, header.identity.count == 16 else {
      throw Self.refusal(path, "its header is damaged, and a mark has to say which recording it is of", "")
    }
    self.place = place
    self.header = header
    self.writer = writer
    if !place.isForeign { StagingSweep.note(header.identity, at: place.path) }
    end = Self.reason(head.isSealed, header, place, writer)
  }

  /// As it was typed.
  var path: String { place.name }

  /// The process that has it open and lives; nil where that is not known.
  var process: RunningProcess? {
    guard case .running(let process, true) = writer ?? WritingProcess(of: header, at: place.path) else {
      return nil
    }
    return process.isGone ? nil : process
  }

  /// Itself, where somebody writes into it; a mark of now has no place in one that has ended.
  func running() throws(CommandFailure) -> MarkedRecording {
    guard let end else { return self }
    throw Self.refusal(
      path, end,
      NewestRecording.successor(of: path).map { "; \($0.shellWord) is newer" }
        ?? "; name a moment of it by its time: rxtrace mark \(path.shellWord) --at 5s TEXT")
  }

  /// When a moment that was typed is, on the recording's clock; throws where it lies outside of the
  /// recording.
  ///
  /// - Parameter now: up to where one reaches that somebody writes into.
  func time(of moment: PassedMoment, now: UInt64) throws(CommandFailure) -> UInt64 {
    let began = header.startedMonotonic
    let span = end == nil ? began...max(began, now) : try timeRange
    if let time = moment.time(in: span, of: header) { return time }
    throw CommandFailure(
      "cannot mark \(path.shellWord): the moment lies outside of it; "
        + moment.hint(span, of: header, runs: end == nil), status: ExitStatus.usage)
  }

  private var timeRange: ClosedRange<UInt64> {
    get throws(CommandFailure) {
      do {
        return try Recording.open(place).timeRange
      } catch {
        throw CommandFailure("\(error)\(OpenedRecording.hint(error))", status: ExitStatus.unreadableInput)
      }
    }
  }

  /// Why nobody writes into it; nil where somebody does, or may do.
  private static func reason(
    _ isSealed: Bool, _ header: RecordingHeader, _ place: RecordingPlace, _ writer: WritingProcess?
  ) -> String? {
    if isSealed { return "the recording has ended" }
    if WritingProcess.isElsewhere(header) {
      return "it was written on \(header.host.isEmpty ? "another machine" : header.host.visible), "
        + "or before this machine was started"
    }
    let hasEnded =
      switch writer ?? WritingProcess(of: header, at: place.path) {
      case .running(let process, let holdsIt): holdsIt == false || process.isGone
      case .gone: true
      case .unknown: false
      }
    return hasEnded ? "process \(header.processID), which wrote it, has ended" : nil
  }

  private static func refusal(_ path: String, _ why: String, _ hint: String) -> CommandFailure {
    CommandFailure("cannot mark \(path.shellWord): \(why)\(hint)", status: ExitStatus.unreadableInput)
  }

  /// Makes a mark, and returns when, in nanoseconds since the recording began.
  ///
  /// Neither the recording nor its process is touched: the mark is a line of the file beside it.
  func mark(_ text: String, at time: UInt64 = MonotonicClock.now) throws(CommandFailure) -> UInt64 {
    do {
      try OutsideMarksFile.append(
        MarkLine(text, at: time, of: header.identity).bytes, besides: place)
    } catch {
      throw CommandFailure(
        "cannot mark \(path.shellWord): \(OutsideMarks.name(of: path).shellWord): \(error)",
        status: ExitStatus.cannotWrite)
    }
    // A new start of the program may have taken the name meanwhile.
    guard (try? RecordingHead(place))?.header?.identity == header.identity else {
      throw CommandFailure(
        "cannot mark \(path.shellWord): another recording has taken its name just now; type it again",
        status: ExitStatus.cannotWrite)
    }
    return time.since(header.startedMonotonic)
  }
}
