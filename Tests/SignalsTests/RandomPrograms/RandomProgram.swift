import Signals
import SignalTracing
import Synchronization
import TraceFormat

/// A chain of two to six random operators over a random source, and one to three subscribers that come and go, in
/// virtual time. The same number is the same program.
struct RandomProgram: Sendable {
  let number: Int

  /// What a trace and the memory are asked about.
  struct Outcome: Sendable {
    /// The source, the operators and the subscribers, for whoever looks for a fault.
    let description: String
    /// The operator at each step, from the source on.
    let operators: [RandomOperator]
    let subscribers: Int
    /// What is wrong as far as subscribers and the memory can tell.
    let problems: [String]
  }

  private struct Visit {
    let time: Duration
    let party: Party?
    /// When it leaves: at a time, or within an event.
    let leaves: Duration?
    let within: Int?
  }

  func run() -> Outcome {
    var dice = Dice(seed: UInt64(number))
    let (stages, values, receivers, book) = (Lives(), Lives(), Lives(), SourceBook())
    var logs: [ReceiverLog] = []
    var enders: [Ender] = []
    var operators: [RandomOperator] = []
    var words: [String] = []
    var problems: [String] = []
    let visits = (0..<dice.roll(1...3)).map { _ in Self.visit(&dice) }
    let length = dice.roll(2...6)
    do {
      let scheduler = VirtualTimeScheduler()
      let stage = RandomStage(dice, on: scheduler, values: values, life: stages.make(), book: book)
      let source = stage.source()
      var signal = source.signal.named("step 0")
      words.append(source.name)
      for step in 1...length {
        let choice = RandomOperator.any(on: stage)
        signal = choice.apply(signal, stage).named("step \(step)")
        operators.append(choice)
        words.append(choice.name)
      }
      for visit in visits {
        let log = ReceiverLog()
        let ender = Ender(visit.party ?? .handle)
        logs.append(log)
        enders.append(ender)
        let output = Output(signal)
        // Whoever is in the scheduler's hands is gone when it has come to it.
        scheduler.schedule(after: visit.time) {
          output.subscribe(
            Receiver(log, receivers.make()) { event in
              if visit.within == event { _ = ender.end() }
            }, ender)
        }
        if let leaves = visit.leaves { scheduler.schedule(after: leaves) { _ = ender.end() } }
        words.append("a visitor from \(visit.time), until \(visit.leaves.map { "\($0)" } ?? "the end")")
      }
      scheduler.advance(to: .seconds(120))
      for ender in enders { ender.endAnyway() }
      // What hot sources still have to send.
      scheduler.advance(by: .seconds(60))
      if let next = scheduler.nextTime { problems.append("something waits for \(next) after the end") }
      if book.count > 0 { problems.append("\(book.count) sources were not disposed") }
    }
    enders = []
    if receivers.count > 0 { problems.append("\(receivers.count) subscribers stay in memory") }
    if values.count > 0 { problems.append("\(values.count) values stay in memory") }
    if stages.count > 0 { problems.append("closures stay in memory") }
    problems += logs.flatMap(\.problems)
    return Outcome(
      description: words.joined(separator: ", "), operators: operators, subscribers: visits.count,
      problems: problems)
  }

  private static func visit(_ dice: inout Dice) -> Visit {
    let time = Duration.milliseconds(250 * dice.roll(0...12))
    let party = Party.allCases.filter { $0 != .take }.randomElement(using: &dice)
    switch dice.roll(0...2) {
    case 0:
      return Visit(
        time: time, party: party, leaves: time + .milliseconds(250 * dice.roll(0...24)), within: nil)
    case 1: return Visit(time: time, party: party, leaves: nil, within: dice.roll(1...3))
    default: return Visit(time: time, party: party, leaves: nil, within: nil)
    }
  }
}
