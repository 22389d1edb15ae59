// healthy: ever more of one line, none ends
// says: Twelve services are made when they are first asked for, and stay; the dictionary is bounded by their number.
// allows: suspect

import Glibc
import Signals

private final class Services: Sendable {
  private let settings: Signal<Int>
  private let made = Shared<[Int: Subscription]>([:])

  init(_ settings: Signal<Int>) { self.settings = settings }

  func use(_ number: Int) {
    guard made.value[number] == nil else { return }
    let service = settings.map { $0 + number }.subscribe(next: { _ in })
    made.update { $0[number] = service }
  }
  var count: Int { made.value.count }
}

enum ServicesOnFirstUse: LeakProgram {
  static func run() {
    let settings = BehaviorSubject(0)
    let services = Services(settings)
    for call in 0..<90 {
      services.use(call * 7 % 12)
      settings.next(call)
      pause(milliseconds: 2)
    }
    print("services", services.count)
    exit(0)
  }
}
