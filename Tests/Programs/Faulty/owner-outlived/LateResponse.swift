// fault: owner-outlived
// verdict: likely
// proof: run
// says: the answer comes when the screen's composite was disposed and let go of: `?.add` then does nothing, silently

import Signals
import Synchronization

/// Loads an article, and then follows its comments.
private final class ArticleScreen: Sendable {
  private let showing = Mutex<CompositeDisposable?>(CompositeDisposable())
  private let comments: Signal<Int>
  private let seen: Shared<Int>

  init(_ comments: Signal<Int>, _ seen: Shared<Int>) {
    self.comments = comments
    self.seen = seen
  }

  func open(_ article: Int, _ network: QueueScheduler, slow: Bool) {
    _ = Signal<Int>.timer(after: .milliseconds(slow ? 14 : 3), on: network)
      .subscribe(next: { [self] _ in loaded(article) })
  }

  private func loaded(_ article: Int) {
    let showing = showing.withLock { $0 }
    if mended && showing == nil { return }
    let following = comments.filter { $0 % 5 == article % 5 }
      .subscribe(next: { [seen] _ in seen.update { $0 += 1 } })  // LEAK
    showing?.add(following)
  }

  func close() { showing.withLock { $0.take() }?.dispose() }
}

enum LateResponse: LeakProgram {
  static func run() {
    let comments = PublishSubject<Int>()
    let network = QueueScheduler("network")
    let seen = Shared(0)
    for article in 0..<12 {
      let screen = ArticleScreen(comments, seen)
      screen.open(article, network, slow: article % 3 == 2)
      pause(milliseconds: 9)
      for comment in 0..<5 { comments.next(comment) }
      screen.close()
      pause(milliseconds: 8)
    }
    for comment in 0..<40 {
      comments.next(comment)
      pause(milliseconds: 2)
    }
  }
}
