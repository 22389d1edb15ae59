import Glibc
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

/// The table or the lines of `rxtrace live`.
struct LiveView: ~Copyable {
  /// Longer than any look is apart from the next.
  static let forKeysAlone = 1 << 30

  private let command: Live
  private(set) var screen: LiveScreen
  private var text: LiveText
  private var keyboard: LiveKeyboard?
  private var shown: (trace: AnalyzedTrace, time: UInt64, state: String)?
  /// The recording that grows; nil where there is none, or its program has ended.
  private var growing: GrowingRecording?
  private var forest: GrowingForest
  /// How long the last look took, with the reading, in nanoseconds.
  private var cost: UInt64 = 0
  /// How much of the recording is not read yet, in nanoseconds.
  private(set) var behind: UInt64 = 0
  private var letters = LeakLetters()
  /// A remark beside the state, such as where the keys go.
  var remark = ""
  /// On a terminal, the longest time that is read before something is shown.
  private static let readingTime = Duration.milliseconds(500)
  /// Whether it is known that looks take longer than they are to be apart.
  private var isBehind = false

  init(_ command: Live, on descriptor: Int32) {
    self.command = command
    screen = LiveScreen(descriptor)
    // A filter selects among all lives, and rounds are compared with each other: then none may be forgotten.
    let asksForAll =
      command.filter.isAsked || command.verdicts.rounds != nil || !command.verdicts.between.isEmpty
    forest = GrowingForest(
      options: ForestBuilder.Options(keepsActivity: false, causeDepth: 0, folds: !asksForAll))
    text = LiveText(by: command.group.rows, on: command.answer.appearance.page(on: .descriptor(descriptor)))
    text.limit = command.max
  }

  /// Takes keys from here on, where there is a terminal.
  mutating func listen() {
    guard screen.renews, command.format == .text else { return }
    keyboard = LiveKeyboard()
    if keyboard != nil { text.controls = LiveControls(by: command.group.rows) }
  }

  /// The number of steps that were typed: forward, or back where it is negative.
  var steps: Int { text.controls?.steps ?? 0 }

  mutating func takeSteps() -> Int { text.controls?.takeSteps() ?? 0 }

  /// Waits so long for the next look, doing what keys ask for. False when the view is to end: a key has said
  /// so, or there are no keys and `milliseconds` is for them alone. The end of the program ends the waiting.
  mutating func wait(milliseconds: Int, for growing: GrowingRecording? = nil) -> Bool {
    guard keyboard != nil else {
      guard milliseconds < Self.forKeysAlone else { return false }
      if let growing {
        growing.rest(milliseconds: milliseconds)
      } else {
        usleep(UInt32(clamping: milliseconds * 1000))
      }
      return true
    }
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      // A key has said so in an earlier wait: nobody presses another one.
      if text.controls?.isOver == true { return false }
      let isPaused = text.controls?.isPaused == true
      let left = isPaused ? Self.forKeysAlone : Int((end - ContinuousClock.now) / .milliseconds(1))
      guard left > 0, isPaused || growing?.isOver != true else { return true }
      let keys = keyboard?.keys(within: growing == nil ? left : min(left, GrowingRecording.glance)) ?? []
      press(keys)
      if text.controls?.isOver == true { return false }
      text.controls?.pause()
      if command.speed != nil, steps != 0 { return true }
      _ = takeSteps()
      if !keys.isEmpty, let shown { try? show(shown.trace, at: shown.time, shown.state) }
    }
  }

  private mutating func press(_ keys: [UInt8]) {
    for key in keys { text.controls?.press(key) }
    if let words = text.controls?.takeMark() {
      let outcome = mark(words)
      text.controls?.remark = outcome
    }
  }

  /// Answers keys while a recording is read.
  private mutating func answerKeys() {
    let keys = keyboard?.keys(within: 0) ?? []
    guard !keys.isEmpty else { return }
    press(keys)
    text.controls?.pause()
    if let shown { try? show(shown.trace, at: shown.time, shown.state) }
  }

  /// Makes a mark of this moment, and says what came of it.
  private func mark(_ words: String) -> String {
    guard let growing else { return "nothing to mark: the recording has ended" }
    do {
      let recording = try MarkedRecording(at: growing.place, writtenBy: growing.writer).running()
      let time = try recording.mark(MarkRedaction([], of: recording).text(words))
      return "marked at \(TimeUnit.seconds.named(time)): \"\(words)\""
    } catch {
      return error.message
    }
  }

  mutating func show(_ growing: GrowingRecording) throws(CommandFailure) {
    self.growing = growing.isLast ? nil : growing
    text.controls?.canMark = !growing.isLast
    let began = MonotonicClock.now
    let forest = read(growing.recording)
    let trace = try AnalyzedTrace(
      forest, of: growing.recording, command.verdicts, command.filter,
      isRunning: !growing.isLast)
    try show(trace, at: behind > 0 ? forest.ended : growing.readAt, state(of: growing))
    cost = growing.cost &+ (MonotonicClock.now - began)
    if !growing.isLast { try noteDelay() }
  }

  /// On a terminal a part at a time, so that keys are answered and something is shown meanwhile.
  private mutating func read(_ recording: Recording) -> Forest {
    guard screen.renews, command.format == .text else { return forest.soFar(recording) }
    let end = ContinuousClock.now + Self.readingTime
    while forest.readSlice(recording), ContinuousClock.now < end, text.controls?.isOver != true {
      answerKeys()
    }
    answerKeys()
    behind = forest.behind(recording)
    return behind > 0 ? forest.read(of: recording) : forest.soFar(recording)
  }

  private func state(of growing: GrowingRecording) -> String {
    if behind > 0 {
      return
        "\(growing.isLast ? "READING" : "RECORDING") (\(TimeUnit(for: behind).named(behind, digits: 1)) behind)"
    }
    if growing.isLast { return "ENDED" }
    return isBehind ? "RECORDING (a look takes \(seconds(cost)))" : "RECORDING"
  }

  private func seconds(_ nanoseconds: UInt64) -> String { TimeUnit.seconds.named(nanoseconds) }

  /// Says once that looks come later than they are asked for; on a terminal the table says so.
  private mutating func noteDelay() throws(CommandFailure) {
    let every = UInt64(command.milliseconds) * 1_000_000
    let wasBehind = isBehind
    // Looks that take about as long as they are apart are not told of again and again.
    isBehind = cost > (wasBehind ? every / 2 : every)
    guard isBehind, !wasBehind, !screen.renews else { return }
    Output.note(
      "behind: a look takes \(seconds(cost)), longer than --every; the next ones come at most three times that apart"
    )
  }

  /// How long to wait for the next look, in milliseconds.
  func pause(_ growing: GrowingRecording, every milliseconds: Int) -> Int {
    behind > 0 ? 1 : GrowingRecording.pause(every: milliseconds, cost: cost)
  }

  mutating func show(_ trace: AnalyzedTrace, at time: UInt64, _ state: String) throws(CommandFailure) {
    letters.add(trace.listedLeaks.map(\.leak))
    var trace = trace
    trace.letters = letters
    if keyboard != nil { shown = (trace, time, state) }
    if command.format == .json {
      let word = state.prefix { $0 != " " }.lowercased()
      let line = LiveJSON(trace, at: time, word, by: command.group, limit: command.max, listsAll: command.ids)
      return try Output.tell(line.text, on: screen.descriptor)
    }
    try screen.show(
      screen.renews
        ? text.screen(trace, at: time, height: screen.height, remark: "\(state) \(trace.file)\(remark)")
        : text.line(trace, at: time))
  }
}
