// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the outer closure holds the tab weakly; the one within it holds the tab that was unwrapped, and is in the tab's own bag

import Signals

/// A tab of a gallery: it shows an album, and the likes of each album that it shows.
private final class Tab: Sendable {
  private let likes = Shared(0)
  private let bag = DisposeBag()

  init(albums: Signal<Int>, likes: Signal<Int>) {
    albums
      .subscribe(next: { [weak self] album in
        guard let self else { return }
        let ofAlbum = likes.filter { $0 == album }
        if mended {
          ofAlbum.subscribe(next: { [weak self] _ in self?.liked() }).disposed(by: bag)
        } else {
          ofAlbum.subscribe(next: { _ in self.liked() }).disposed(by: bag)  // LEAK
        }
      })
      .disposed(by: bag)
  }

  private func liked() { likes.update { $0 += 1 } }
}

enum GalleryTabs: LeakProgram {
  static func run() {
    let albums = PublishSubject<Int>()
    let likes = PublishSubject<Int>()
    let ranking = likes.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for number in 0..<16 {
      var tab: Tab? = Tab(albums: albums, likes: likes)
      albums.next(number)
      likes.next(number)
      pause(milliseconds: 4)
      withExtendedLifetime(tab) {}
      tab = nil
    }
    for like in 0..<40 {
      likes.next(like % 16)
      if like % 2 == 0 { pause(milliseconds: 2) }
    }
    ranking.dispose()
  }
}
