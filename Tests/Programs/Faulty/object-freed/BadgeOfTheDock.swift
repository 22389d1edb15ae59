// fault: object-freed
// verdict: finding
// proof: run
// says: the bag is a local of the function that sets up the badge, and takes the subscription along as it returns

import Signals

/// The number on the icon of a mail program.
private final class DockBadge: Sendable {
  let text = Shared("")
  private let kept = DisposeBag()

  func follow(_ unread: Signal<Int>) {
    let bag = mended ? kept : DisposeBag()
    unread
      .map { $0 > 99 ? "99+" : "\($0)" }
      .subscribe(next: { [text] number in text.update { $0 = number } })  // LEAK
      .disposed(by: bag)
  }
}

enum BadgeOfTheDock: LeakProgram {
  static func run() {
    let unread = PublishSubject<Int>()
    let badge = DockBadge()
    badge.follow(unread)
    let inbox = Shared(0)
    let list = unread.subscribe(next: { count in inbox.update { $0 = count } })
    for count in 1...12 {
      unread.next(count)
      pause(milliseconds: 6)
    }
    print("badge", badge.text.value, "inbox", inbox.value)
    list.dispose()
    withExtendedLifetime(badge) {}
  }
}
