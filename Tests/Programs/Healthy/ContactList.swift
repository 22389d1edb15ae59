// healthy: flatMap to signals that never end, one for each element
// says: The presence of every contact is wanted at once; the list is read once, and its screen is open at the end.
// allows: nothing

import Glibc
import Signals

private final class Contacts: Sendable {
  let presence = PublishSubject<Int>()
  private let bag = DisposeBag()
  private let online = Shared<Set<Int>>([])

  func show() {
    Signal<Int>.from(0..<15)
      .flatMap { [presence] contact in presence.filter { $0 % 15 == contact }.map { _ in contact } }
      .subscribe(next: { [online] contact in online.update { _ = $0.insert(contact) } })
      .disposed(by: bag)
  }
}

enum ContactList: LeakProgram {
  static func run() {
    let contacts = Contacts()
    contacts.show()
    for change in 0..<60 {
      contacts.presence.next(change)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(contacts) { exit(0) }
  }
}
