// fault: object-freed
// verdict: likely
// proof: run
// says: an indicator refers to itself weakly and so goes with its room; what it has subscribed to goes on without it

import Signals
import Synchronization

private struct Keystroke: Sendable {
  let room: Int
  let user: String
}

/// What the server sends, for all rooms.
private final class RealtimeFeed: Sendable {
  let keystrokes = PublishSubject<Keystroke>()
  let blocked = BehaviorSubject<Set<String>>([])
}

/// Says who is writing in a room.
private final class WritingIndicator: Sendable {
  let text = MutableProperty("")
  private let (lifetime, token) = Lifetime.make()

  init(room: Int, feed: RealtimeFeed, clock: QueueScheduler) {
    let visible = feed.keystrokes
      .filter { $0.room == room }
      .withLatestFrom(feed.blocked) { stroke, blocked in blocked.contains(stroke.user) ? nil : stroke.user }
      .skipNil()
    text.signal
      .filter { !$0.isEmpty }
      .debounce(for: .milliseconds(10), on: clock)
      .take(during: lifetime)
      .subscribe(next: { [weak self] _ in self?.text.set("") })
      .owned(by: self)
    if mended {
      visible.take(during: lifetime).subscribe(next: { [weak self] user in self?.show(user) })
        .owned(by: self)
    } else {
      visible.subscribe(next: { [weak self] user in self?.show(user) })  // LEAK
        .owned(by: self)
    }
  }

  private func show(_ user: String) { text.set("\(user) is writing") }
}

private final class RoomView: Sendable {
  let indicator: WritingIndicator
  private let bag = DisposeBag()
  private let redraws = Atomic<Int>(0)

  init(_ room: Int, feed: RealtimeFeed, clock: QueueScheduler) {
    indicator = WritingIndicator(room: room, feed: feed, clock: clock)
    indicator.text.signal
      .distinctUntilChanged()
      .subscribe(next: { [weak self] _ in self?.redraws.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  var drawn: Int { redraws.load(ordering: .relaxed) }
}

enum TypingPresence: LeakProgram {
  static func run() {
    let feed = RealtimeFeed()
    let clock = QueueScheduler("indicators")
    feed.blocked.next(["mallory"])
    var drawn = 0
    for room in 0..<13 {
      let view = RoomView(room, feed: feed, clock: clock)
      for user in ["ada", "mallory", "grace"] {
        feed.keystrokes.next(Keystroke(room: room, user: user))
        pause(milliseconds: 5)
      }
      pause(milliseconds: 8)
      drawn += view.drawn
    }
    for room in 0..<13 {
      feed.keystrokes.next(Keystroke(room: room, user: "ada"))
      pause(milliseconds: 8)
    }
    print("drawn", drawn > 13)
  }
}
