import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

/// The table or the lines of `rxtrace live --pid PID`, of a process that nobody records: its table of living
/// subscriptions is looked into again and again.
struct LivingView: ~Copyable {
  /// In milliseconds: keys and the end of the process wait no longer.
  private static let glance = 100

  private let command: Live
  private let looks: ProcessLooks
  private var counts: LivingCounts
  private var screen: LiveScreen
  private var text: LivingText
  private var keyboard: LiveKeyboard?
  /// When the last look began, and how long it took, in nanoseconds.
  private var began: UInt64
  private var cost: UInt64 = 0

  private init(_ command: Live, _ looks: ProcessLooks, began: UInt64, on descriptor: Int32) {
    (self.command, self.looks, self.began) = (command, looks, began)
    counts = LivingCounts(by: command.group.rows)
    screen = LiveScreen(descriptor)
    text = LivingText(
      program: looks.name, process: looks.process,
      on: command.answer.appearance.page(on: .descriptor(descriptor)))
    text.limit = command.max
  }

  /// Takes the first look. Throws where it finds nothing, and where options are for recordings.
  static func begin(_ command: Live, of process: pid_t) throws -> LivingView {
    if let word = ofRecordings(command) {
      throw CommandFailure(
        "process \(process) writes no recording: leave out \(word)", status: ExitStatus.usage)
    }
    let began = MonotonicClock.now
    let (looks, first) = try ProcessLooks.begin(process, for: "live")
    var view = LivingView(command, looks, began: began, on: try command.answer.growing())
    try view.take(first)
    if command.verdicts.rounds != nil {
      Output.note("process \(process) writes no recording, and nothing is judged: --rounds has no effect")
    }
    return view
  }

  /// The first option that has a meaning in recordings alone.
  private static func ofRecordings(_ command: Live) -> String? {
    let asked = [
      ("--between", !command.verdicts.between.isEmpty), ("--ids", command.ids),
      ("--id", command.filter.id != nil), ("--from", command.filter.from != nil),
      ("--to", command.filter.to != nil),
    ]
    return asked.first { $0.1 }?.0
  }

  /// Shows one look after the other, up to the end of the process, or until a key ends the view.
  mutating func run() throws {
    if screen.renews, command.format == .text {
      keyboard = LiveKeyboard()
      if keyboard != nil {
        text.controls = LiveControls(by: command.group.rows, of: .table(process: looks.process))
      }
    } else if command.format == .text {
      Output.note("process \(looks.process) writes no recording: \(text.limits)")
    }
    try show()
    while wait() {
      began = MonotonicClock.now
      let living: LivingProcess
      do throws(ProcessLooks.End) {
        living = try looks.look()
      } catch {
        return try say(error)
      }
      try take(living)
      try show()
    }
  }

  private mutating func take(_ living: LivingProcess) throws {
    let asked = try living.numbers(of: command.filter)
    counts.add(living.reading { counts.number(of: $0) }, among: asked)
    cost = MonotonicClock.now - began
    let every = UInt64(command.milliseconds) * 1_000_000
    text.interval = ProcessLooks.interval(asked: every, cost: cost)
    text.cost = text.interval > every ? cost : nil
    text.doubts = living.doubts
    text.total = asked == nil ? nil : living.alive.count
  }

  private mutating func show() throws(CommandFailure) {
    guard command.format == .text else { return try tell(as: .unrecorded) }
    try screen.show(screen.renews ? text.screen(counts, height: screen.height) : text.line(counts))
  }

  private func tell(as state: LivingJSON.State) throws(CommandFailure) {
    let json = LivingJSON(
      counts, state, program: looks.name, process: looks.process, by: command.group, limit: command.max,
      doubts: text.doubts)
    try Output.tell(json.text, on: screen.descriptor)
  }

  /// Waits for the next look, doing what keys ask for. False when a key has ended the view. The end of the
  /// process ends the waiting.
  private mutating func wait() -> Bool {
    let end = began.addingClamped(text.interval)
    while true {
      if text.controls?.isOver == true { return false }
      let isPaused = text.controls?.isPaused == true
      let left = isPaused ? .max : Int(clamping: end.since(MonotonicClock.now) / 1_000_000)
      guard left > 0, isPaused || !looks.isOver else { return true }
      let glance = min(left, Self.glance)
      guard let keys = keyboard?.keys(within: glance) else {
        usleep(UInt32(glance * 1000))
        continue
      }
      for key in keys { text.controls?.press(key) }
      text.controls?.pause()
      if let asked = text.controls?.grouping { counts.grouping = asked }
      if !keys.isEmpty, text.controls?.isOver != true { try? show() }
    }
  }

  /// Says why there are no further looks; throws where that is a failure.
  private func say(_ end: ProcessLooks.End) throws(CommandFailure) {
    let line = "\(looks.name.visible)  pid \(looks.process)  \(end.words)"
    if case .unreadable = end { throw CommandFailure(line, status: ExitStatus.unreadableInput) }
    guard command.format == .json else { return try Output.tell(line + "\n", on: screen.descriptor) }
    try tell(as: .ended)
    Output.note(line)
  }
}

extension LivingProcess {
  /// The program's numbers of the living subscriptions that the filters leave; nil without a filter.
  func numbers(of filter: FilterOptions) throws(CommandFailure) -> Set<UInt64>? {
    guard filter.isAsked else { return nil }
    let trace = try Snapshot.trace(of: self, recording(), filter)
    return trace.selection.map { numbers in
      Set(numbers.compactMap { trace.forest[$0]?.id.rawValue })
    }
  }
}
