// fault: early-return-without-an-end
// verdict: suspect
// proof: run
// says: one way through the refresh returns early and never ends its signal; the reset that waits for it never ends either
// source: thaw-app/Thaw #181
// fix: whoever waits is answered on every way out of the refresh

import Signals

/// Knows what is in the menu bar. It is looked up anew, except right after something was moved.
private final class ItemCache: Sendable {
  private let isMoving = Shared(false)
  private let items = Shared(["Clock", "Battery", "Network"])
  private let windows = QueueScheduler("windows")

  func move(_ item: String) {
    isMoving.update { $0 = true }
    items.update { items in
      items.removeAll { $0 == item }
      items.append(item)
    }
  }

  func settle() { isMoving.update { $0 = false } }

  /// The items, as soon as they are known.
  func refresh() -> Signal<[String]> {
    Signal<[String]>.create { [isMoving, items, windows] subscriber in
      if isMoving.value {
        if mended { subscriber.completed() }
        return nil  // LEAK
      }
      return windows.schedule(after: .milliseconds(5)) {
        subscriber.next(items.value)
        subscriber.completed()
      }
    }
  }
}

/// Puts the items back into their order. Only one reset runs at a time.
private final class LayoutManager: Sendable {
  let done = Shared(0)
  let refused = Shared(0)
  private let isResetting = Shared(false)
  private let bag = DisposeBag()

  func reset(_ cache: ItemCache) {
    let begins = isResetting.update { isResetting -> Bool in
      defer { isResetting = true }
      return !isResetting
    }
    guard begins else { return refused.update { $0 += 1 } }
    cache.refresh()
      .subscribe(completed: { [done, isResetting] in
        done.update { $0 += 1 }
        isResetting.update { $0 = false }
      })
      .disposed(by: bag)
  }
}

enum LayoutReset: LeakProgram {
  static func run() {
    let cache = ItemCache()
    let manager = LayoutManager()
    let clock = Signal<Int>.interval(.milliseconds(20), on: QueueScheduler("clock")).subscribe(next: { _ in })
    for request in 0..<6 {
      if request == 2 { cache.move("Clock") }
      manager.reset(cache)
      pause(milliseconds: 20)
      cache.settle()
      pause(milliseconds: 5)
    }
    print("done", manager.done.value, "refused", manager.refused.value)
    clock.dispose()
    killed(holding: manager)
  }
}
