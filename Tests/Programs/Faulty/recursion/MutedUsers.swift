// fault: recursion
// verdict: suspect
// proof: run
// says: each user who is muted, or heard again, wraps the feed in one more operator; it is ever deeper and never thinner

import Signals

private struct Line: Sendable {
  let user: Int
  let text: Int
}

/// A chat window that mutes users by rebuilding its feed.
private final class Window {
  private let lines: Signal<Line>
  private var feed: Signal<Line>
  private var muted: Set<Int> = []
  private let showing = SerialDisposable()

  init(_ lines: Signal<Line>) {
    self.lines = lines
    feed = lines
    show()
  }

  func toggle(_ user: Int) {
    let isMuted = muted.remove(user) == nil
    if isMuted { muted.insert(user) }
    if mended {
      feed = lines.filter { [muted] in !muted.contains($0.user) }
    } else {
      feed = feed.filter { !isMuted || $0.user != user }  // LEAK
    }
    show()
  }

  private func show() { showing.inner = feed.subscribe(next: { _ in }) }
  func close() { showing.dispose() }
}

enum MutedUsers: LeakProgram {
  static func run() {
    let lines = PublishSubject<Line>()
    let window = Window(lines)
    for round in 0..<50 {
      window.toggle(round % 5)
      for user in 0..<6 { lines.next(Line(user: user, text: round)) }
      pause(milliseconds: 3)
    }
    withExtendedLifetime(window) {}
  }
}
