// fault: page-ends-what-all-share
// verdict: suspect
// proof: run
// says: the bar of the first page ends the progress of the whole application as it goes; later bars stay empty
// source: MurhafSousli/ngx-progressbar #86
// fix: the bar disposes its own subscription and leaves the shared progress alone

import Signals

/// How far the requests are, for the whole application.
private final class ProgressService: Sendable {
  let state = BehaviorSubject(0)

  func start() { state.next(5) }

  func advance(to percent: Int) { state.next(percent) }

  func done() { state.next(100) }
}

/// The bar on top of a page.
private final class ProgressBar: Sendable {
  let widest = Shared(0)
  private let shown = SerialDisposable()
  private let service: ProgressService

  init(_ service: ProgressService) { self.service = service }

  func load() {
    shown.inner = service.state.subscribe(next: { [widest] percent in
      widest.update { $0 = max($0, percent) }
    })
  }

  func destroy() {
    if mended {
      shown.dispose()
    } else {
      service.state.completed()  // LEAK
    }
  }
}

enum ProgressOfPages: LeakProgram {
  static func run() {
    let service = ProgressService()
    let routes = BehaviorRelay("start")
    let crumbs = routes.subscribe(next: { _ in })
    var widths: [Int] = []
    for page in ["users", "orders", "reports", "users"] {
      let bar = ProgressBar(service)
      routes.accept(page)
      bar.load()
      service.start()
      for percent in [30, 60] {
        pause(milliseconds: 10)
        service.advance(to: percent)
      }
      pause(milliseconds: 10)
      service.done()
      widths.append(bar.widest.value)
      bar.destroy()
    }
    pause(milliseconds: 60)
    print("widths", widths)
    crumbs.dispose()
  }
}
