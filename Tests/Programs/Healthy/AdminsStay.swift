// healthy: some of a kind end, others do not, each in a bag of its own; they differ by the thread that began them
// says: Visitors come and go; the three who administer the site stay signed in until the evening, when the server is still up.

import Dispatch
import Signals

private final class Visit: Sendable {
  let bag = DisposeBag()

  init(_ pages: Signal<Int>, _ number: Int) {
    pages.filter { $0 == number }.subscribe(next: { _ in }).disposed(by: bag)
  }

  func leave() { bag.dispose() }
}

/// A site with a door for visitors and one for those who run it.
enum AdminsStay: LeakProgram {
  static func run() {
    let pages = PublishSubject<Int>()
    let (door, office) = (DispatchQueue(label: "door"), DispatchQueue(label: "office"))
    let admins = Shared<[Visit]>([])
    for number in 0..<3 {
      office.sync { admins.update { $0.append(Visit(pages, number)) } }
      pages.next(number)
      pause(milliseconds: 2)
    }
    for number in 3..<20 {
      door.sync {
        let visit = Visit(pages, number)
        pages.next(number)
        pause(milliseconds: 4)
        pages.next(number % 3)
        visit.leave()
      }
    }
    killed(holding: admins)
  }
}
