// fault: object-freed
// verdict: likely
// proof: run
// says: `owned(by:)` was taken for what ends a subscription with its object, but it only says whose it is

import Signals

/// A small card with the presence of a user, shown while a finger rests on the name.
private final class ProfilePopup: Sendable {
  private let text = Shared("")
  private let bag = DisposeBag()

  init(_ user: Int, _ presence: Signal<(user: Int, isOnline: Bool)>, late: Shared<Int>) {
    let shown =
      presence
      .filter { $0.user == user }
      .subscribe(next: { [weak self] status in  // LEAK
        guard let self else { return late.update { $0 += 1 } }
        text.update { $0 = status.isOnline ? "online" : "away" }
      })
      .owned(by: self)  // LEAK
    if mended { shown.disposed(by: bag) }
  }
}

enum ProfilePopups: LeakProgram {
  static func run() {
    let presence = PublishSubject<(user: Int, isOnline: Bool)>()
    let late = Shared(0)
    for user in 0..<6 {
      let popup = ProfilePopup(user, presence, late: late)
      presence.next((user: user, isOnline: true))
      pause(milliseconds: 8)
      withExtendedLifetime(popup) {}
    }
    for round in 0..<4 {
      for user in 0..<6 { presence.next((user: user, isOnline: round % 2 == 0)) }
      pause(milliseconds: 5)
    }
    print("late", late.value, "changes for popups that are gone")
  }
}
