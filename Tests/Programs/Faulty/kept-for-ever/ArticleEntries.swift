// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: an article that was read stays in the cache, and its bag with its live comments is never emptied

import Signals

private struct Comment: Sendable {
  let article: Int
  let text: String
}

/// What the cache knows of an article.
private final class Entry: Sendable {
  let bag = DisposeBag()  // LEAK
  let comments = Shared<[String]>([])

  init(_ article: Int, _ comments: Signal<Comment>) {
    let kept = self.comments
    comments.filter { $0.article == article }.map(\.text)
      .subscribe(next: { text in kept.update { $0.append(text) } })  // LEAK
      .disposed(by: bag)  // LEAK
  }
}

private final class Reader {
  private var cache: [Int: Entry] = [:]
  private let comments: Signal<Comment>
  private let clock = QueueScheduler("reading")

  init(_ comments: Signal<Comment>) { self.comments = comments }

  /// Opens an article; what is returned ends the reading.
  func open(_ article: Int) -> Disposable {
    let entry = cache[article] ?? Entry(article, comments)
    cache[article] = entry
    let reading = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })
    guard mended else { return reading }
    return Disposable {
      reading.dispose()
      entry.bag.dispose()
    }
  }

  var known: Int { cache.values.reduce(0) { $0 + $1.comments.value.count } }
}

enum ArticleEntries: LeakProgram {
  static func run() {
    let comments = PublishSubject<Comment>()
    let reader = Reader(comments)
    for article in 0..<18 {
      let reading = reader.open(article)
      for word in ["first", "second"] { comments.next(Comment(article: article, text: word)) }
      pause(milliseconds: 12)
      reading.dispose()
    }
    for article in 0..<18 {
      comments.next(Comment(article: article, text: "late"))
      pause(milliseconds: 4)
    }
    print("comments", reader.known)
    withExtendedLifetime(reader) {}
  }
}
