// healthy: a signal that goes on with itself
// says: Each page of a story goes on with the next one, a level deeper, until there is none: twelve pages.
// allows: nothing

import Signals

private struct Page: Sendable {
  var number: Int
  var hasNext: Bool
}

private protocol StorySource: Sendable {
  func page(_ number: Int) -> Signal<Page>
}

private struct SlowStories: StorySource {
  let clock = VirtualTimeScheduler()

  func page(_ number: Int) -> Signal<Page> {
    Signal.timer(after: .milliseconds(300), on: clock).map { _ in Page(number: number, hasNext: number < 12) }
  }
}

extension StorySource {
  /// All pages from one on.
  fileprivate func pages(from number: Int = 1) -> Signal<Page> {
    page(number).flatMap { page -> Signal<Page> in
      guard page.hasNext else { return .just(page) }
      return Signal.just(page).concat(.deferred { pages(from: number + 1) })
    }
  }
}

enum StoryPages: LeakProgram {
  static func run() {
    let stories = SlowStories()
    let read = Shared<[Int]>([])
    let isOver = Shared(false)
    for _ in 0..<3 {
      _ = stories.pages().subscribe(
        next: { page in read.update { $0.append(page.number) } },
        completed: { isOver.update { $0 = true } })
      for _ in 0..<12 {
        stories.clock.advance(by: .milliseconds(300))
        pause(milliseconds: 3)
      }
    }
    print("pages", read.value.count, "over", isOver.value)
  }
}
