// fault: recursion
// verdict: likely
// proof: run
// says: each page subscribes to the next from within its own `next`, deeper and deeper, and none of them ends

import Signals

/// Follows pages that link to one another, each within the one before.
enum CrawlerDeep: LeakProgram {
  static func run() {
    let site = PublishSubject<Int>()
    crawl(page: 1, of: site)
    for page in 1...25 { site.next(page) }
    pause(milliseconds: 20)
  }

  private static func crawl(page: Int, of site: PublishSubject<Int>) {
    let link = site.filter { $0 == page }
    _ = (mended ? link.take(1) : link).subscribe(next: { page in  // LEAK
      if page < 25 { crawl(page: page + 1, of: site) }
    })
  }
}
