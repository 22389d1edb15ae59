// fault: some-do-not-end
// verdict: likely
// proof: run
// says: the back button closes a screen, but a link clears the stack without closing what is on it

import Dispatch
import Signals

private struct Screen: Sendable {
  private let badge: Subscription

  init(_ inbox: Signal<Int>, drawn: Shared<Int>) {
    badge = inbox.subscribe(next: { _ in drawn.update { $0 += 1 } })  // LEAK
  }

  func close() { badge.dispose() }
}

private actor AppCoordinator {
  private var stack: [Screen] = []
  private let inbox: Signal<Int>
  private let drawn: Shared<Int>

  init(_ inbox: Signal<Int>, drawn: Shared<Int>) {
    self.inbox = inbox
    self.drawn = drawn
  }

  func push() { stack.append(Screen(inbox, drawn: drawn)) }
  func back() { stack.popLast()?.close() }

  func open(link: String) {
    if mended { for screen in stack { screen.close() } }
    stack.removeAll()  // LEAK
    for _ in link.split(separator: "/") { push() }
  }
}

enum DeepLinkScreens: LeakProgram {
  static func run() {
    let inbox = PublishSubject<Int>()
    let drawn = Shared(0)
    let done = DispatchSemaphore(value: 0)
    Task {
      let coordinator = AppCoordinator(inbox, drawn: drawn)
      for visit in 0..<5 {
        for _ in 0..<3 { await coordinator.push() }
        inbox.next(visit)
        for _ in 0..<2 { await coordinator.back() }
        pause(milliseconds: 10)
        await coordinator.open(link: "orders/\(visit)")
        inbox.next(visit)
        for _ in 0..<2 { await coordinator.back() }
      }
      done.signal()
    }
    done.wait()
    let before = drawn.value
    for mail in 0..<10 { inbox.next(mail) }
    print("drawn", drawn.value - before, "badges on an empty stack")
  }
}
