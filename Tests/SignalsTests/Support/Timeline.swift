import Signals
import Synchronization

/// What a signal sends, drawn: a character a tick.
///
/// `-` nothing, `|` completion, `#` an error, `(ab)` several events at the tick of the parenthesis, anything else a value.
struct Timeline: ExpressibleByStringLiteral, Hashable, CustomStringConvertible {
  enum Mark: Hashable {
    case value(Character)
    case error
    case completed
  }

  struct Event: Hashable {
    let tick: Int
    let mark: Mark
  }

  var events: [Event] = []

  init(events: [Event]) { self.events = events }

  init(stringLiteral drawing: String) {
    var group: Int?
    for (position, character) in drawing.enumerated() {
      let tick = group ?? position
      switch character {
      case "-": break
      case "(": group = position
      case ")": group = nil
      case "|": events.append(Event(tick: tick, mark: .completed))
      case "#": events.append(Event(tick: tick, mark: .error))
      default: events.append(Event(tick: tick, mark: .value(character)))
      }
    }
  }

  var description: String {
    events.map { "\($0.tick):\($0.mark)" }.joined(separator: " ")
  }
}

extension Duration {
  static func ticks(_ count: Int) -> Duration { .seconds(count) }
  fileprivate var inTicks: Int { Int(components.seconds) }
}

struct DrawnError: Error {}

/// What came out of a signal in virtual time, and what it did with its source meanwhile.
struct Played: Equatable, CustomStringConvertible {
  var output: Timeline
  /// The tick at which the source was let go of; nil if it is still subscribed to.
  var sourceEnd: Int?

  var description: String { "\(output), source until \(sourceEnd.map(String.init) ?? "-")" }
}

/// Plays a source, which is cold and drawn, through `operators` on a scheduler for 30 ticks.
func play(
  _ source: Timeline, disposingAt end: Int? = nil,
  through operators: @Sendable (Signal<Character>, VirtualTimeScheduler) -> Signal<Character>
) -> Played {
  let scheduler = VirtualTimeScheduler()
  let log = Mutex((events: [Timeline.Event](), sourceEnd: Int?.none))
  let drawn = Signal<Character>.create { subscriber in
    for event in source.events {
      scheduler.schedule(after: .ticks(event.tick)) {
        switch event.mark {
        case .value(let character): subscriber.next(character)
        case .error: subscriber.error(DrawnError())
        case .completed: subscriber.completed()
        }
      }
    }
    return Disposable { log.withLock { $0.sourceEnd = scheduler.now.inTicks } }
  }
  let record: @Sendable (Timeline.Mark) -> Void = { mark in
    log.withLock { $0.events.append(Timeline.Event(tick: scheduler.now.inTicks, mark: mark)) }
  }
  let subscription = operators(drawn, scheduler).subscribe(
    next: { record(.value($0)) }, error: { _ in record(.error) }, completed: { record(.completed) })
  if let end { scheduler.schedule(after: .ticks(end)) { subscription.dispose() } }
  scheduler.advance(to: .ticks(30))
  subscription.dispose()
  return log.withLock { Played(output: Timeline(events: $0.events), sourceEnd: $0.sourceEnd) }
}
