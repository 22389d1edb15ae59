// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the life of the window stops the live mails, one branch of the merge; the drafts beside them are stopped by nothing

import Signals

private struct Mail: Sendable {
  let subject: String
  let isDraft: Bool
}

extension Signal {
  /// Merges what a window shows.
  fileprivate func shown(beside other: Signal<Value>) -> Signal<Value> {
    merge(other)  // LEAK
  }
}

/// A window with mails and drafts.
private final class InboxWindow {
  private let (lifetime, token) = Lifetime.make()
  private let shown = Shared(0)

  init(_ mails: Signal<Mail>, _ drafts: Signal<Mail>) {
    let live = mails.filter { !$0.isDraft }
    let rows: Signal<Mail>
    if mended {
      rows = live.shown(beside: drafts).take(during: lifetime)
    } else {
      rows = live.take(during: lifetime)  // LEAK
        .shown(beside: drafts)
    }
    _ = rows.map(\.subject).subscribe(next: { [shown] _ in shown.update { $0 += 1 } })
  }
}

enum MergedInboxes: LeakProgram {
  static func run() {
    let mails = PublishSubject<Mail>()
    let drafts = PublishSubject<Mail>()
    for number in 0..<6 {
      let window = InboxWindow(mails, drafts)
      mails.next(Mail(subject: "hello \(number)", isDraft: false))
      drafts.next(Mail(subject: "draft \(number)", isDraft: true))
      pause(milliseconds: 4)
      withExtendedLifetime(window) {}
    }
    for number in 0..<25 {
      mails.next(Mail(subject: "mail \(number)", isDraft: number % 2 == 0))
      drafts.next(Mail(subject: "draft \(number)", isDraft: true))
      pause(milliseconds: 2)
    }
  }
}
