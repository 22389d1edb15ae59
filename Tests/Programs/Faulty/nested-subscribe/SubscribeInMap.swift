// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: a `map` begins to watch the stock of each article that it maps, and nobody ever ends that

import Signals

/// Carts that are shown with the stock of each article.
enum SubscribeInMap: LeakProgram {
  static func run() {
    let stock = PublishSubject<Int>()
    let shown = Shared(0)
    for _ in 0..<3 {
      let articles = PublishSubject<Int>()
      let rows = articles.map { article in
        let left = stock.filter { $0 >= article }
        _ = (mended ? left.take(1) : left).subscribe(next: { _ in shown.update { $0 += 1 } })  // LEAK
        return "article \(article)"
      }
      let cart = rows.subscribe(next: { _ in })
      for article in 0..<5 {
        articles.next(article)
        stock.next(article)
      }
      cart.dispose()
    }
    for article in 0..<10 { stock.next(article) }
    pause(milliseconds: 30)
    print("shown \(shown.value)")
  }
}
