// fault: waits-for-an-endless-one-before
// verdict: finding
// proof: run
// says: the updates of an album never end, and those of the next album wait for that; the view falls silent
// source: ReactiveCocoa/ReactiveSwift #356
// fix: the updates of the newest album take the place of those before

import Signals

/// An album that changes, as pictures come and go.
private final class Album: Sendable {
  let name: String
  private let batches = PublishRelay<Int>()

  init(_ name: String) { self.name = name }

  /// How many pictures each change concerns. The changes never end.
  var updates: Signal<Int> { batches }

  func add(_ pictures: Int) { batches.accept(pictures) }
}

/// The view of the album that the user has chosen.
private final class AlbumView: Sendable {
  let album = MutableProperty<Album?>(nil)
  let reloads = Shared(0)
  let title = Shared("")
  private let bag = DisposeBag()

  init() {
    let albums = album.signal.compactMap { $0 }
    let updates: Signal<Int>
    if mended {
      updates = albums.flatMapLatest { $0.updates }
    } else {
      updates = albums.concatMap { $0.updates }  // LEAK
    }
    updates
      .subscribe(next: { [reloads] _ in reloads.update { $0 += 1 } })
      .disposed(by: bag)
    albums.map(\.name)
      .subscribe(next: { [title] name in title.update { $0 = name } })
      .disposed(by: bag)
  }
}

enum AlbumUpdates: LeakProgram {
  static func run() {
    let view = AlbumView()
    var changes = 0
    for name in ["family", "holidays", "work"] {
      let album = Album(name)
      view.album.set(album)
      for pictures in 1...3 {
        pause(milliseconds: 15)
        album.add(pictures)
        changes += 1
      }
    }
    pause(milliseconds: 80)
    print("title", view.title.value, "changes", changes, "reloads", view.reloads.value)
    withExtendedLifetime(view) {}
  }
}
