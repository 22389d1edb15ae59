// healthy: a signal that contains itself, fifteen deep
// says: Each page knows the next; the last has none, and then all of them end.
// allows: nothing

import Signals

enum PagesToTheEnd: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    let read = Shared(0)
    for _ in 0..<3 {
      _ = pages(from: 1, on: server).subscribe(next: { _ in read.update { $0 += 1 } })
      for page in 1...15 {
        server.next(page)
        pause(milliseconds: 1)
      }
    }
    print("read", read.value)
  }

  private static func pages(from page: Int, on server: Signal<Int>) -> Signal<Int> {
    let own = server.first(where: { $0 == page })
    return own.flatMap { page in
      page == 15 ? Signal<Int>.just(page) : pages(from: page + 1, on: server).startWith(page)
    }
  }
}
