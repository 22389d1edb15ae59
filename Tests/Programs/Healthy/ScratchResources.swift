// healthy: subscriptions begun within using and deferred, nested, with handles of their own
// says: What is begun on the way is put into the resource, and goes with whoever asked.
// allows: nothing

import Signals

/// Renders pages with a scratch file each; its size is watched while the page is rendered.
private struct Renderer: Sendable {
  let sizes = PublishSubject<Int>()
  let clock: QueueScheduler
  let watched = Shared(0)

  func render(_ page: Int) -> Signal<String> {
    .deferred { [self] in
      .using(
        { CompositeDisposable() },
        signal: { scratch in
          let size = sizes.filter { $0 > page }.subscribe(next: { _ in watched.update { $0 += 1 } })
          scratch.add(size)
          scratch.add(sizes.skip(2).subscribe(next: { _ in }))
          return Signal<Int>.interval(.milliseconds(3), on: clock).take(page % 4 + 2).map { "\(page): \($0)" }
        })
    }
  }
}

enum ScratchResources: LeakProgram {
  static func run() {
    let renderer = Renderer(clock: QueueScheduler("renderer"))
    for page in 0..<14 {
      let rendering = renderer.render(page).subscribe(next: { _ in })
      for size in 0..<5 { renderer.sizes.next(page + size) }
      pause(milliseconds: page % 3 == 0 ? 4 : 20)
      rendering.dispose()
    }
    for size in 0..<20 {
      renderer.sizes.next(size)
      pause(milliseconds: 2)
    }
    print("watched", renderer.watched.value > 0)
  }
}
