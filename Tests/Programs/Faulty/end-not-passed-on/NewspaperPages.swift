// fault: end-not-passed-on
// verdict: suspect
// proof: run
// says: the proof-reader passes on articles and errors, but not the end: no page is ever laid out, and each waits on

import Signals

private struct Article: Sendable {
  let title: String
  let words: Int
}

extension Signal where Value == Article {
  /// The articles with their titles put right.
  fileprivate func proofread() -> Signal<Article> {
    .create { subscriber in  // LEAK
      self.subscribe(  // LEAK
        next: { article in
          subscriber.next(Article(title: article.title.withCapital, words: article.words))
        },
        error: { subscriber.error($0) },
        completed: { if mended { subscriber.completed() } })
    }
  }
}

extension String {
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}

enum NewspaperPages: LeakProgram {
  static func run() {
    let wire = PublishSubject<Article>()
    let archive = wire.map(\.words).subscribe(next: { _ in })
    let pages = Shared(0)
    for number in 0..<16 {
      let page = PublishSubject<Article>()
      _ = page.proofread().collect()
        .subscribe(next: { _ in pages.update { $0 += 1 } })  // LEAK
      for title in ["storm at sea", "new bridge", "chess final"] {
        let article = Article(title: title, words: 100 + number)
        wire.next(article)
        page.next(article)
      }
      page.completed()
      pause(milliseconds: 3)
    }
    pause(milliseconds: 50)
    print("pages laid out", pages.value, "of 16")
    archive.dispose()
  }
}
