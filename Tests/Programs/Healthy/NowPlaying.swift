// healthy: removed from an owner without disposal, held by a plain property
// says: Music goes on when its page is closed: the page gives up the playback, and the player keeps the handle.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Player: Sendable {
  private let current = Mutex<Disposable?>(nil)

  func play(_ playback: Disposable) {
    let before = current.withLock { current in
      defer { current = playback }
      return current
    }
    before?.dispose()
  }
}

private final class Page: Sendable {
  private let life = CompositeDisposable()
  let progress = Shared(0)

  func open(_ track: Int, _ seconds: Signal<Int>) -> Disposable {
    life.add(seconds.subscribe(next: { [progress] second in progress.update { $0 = second } }))
    let playback = seconds.map { $0 * track }.subscribe(next: { _ in })
    life.add(playback)
    return playback
  }

  func close(keeping playback: Disposable) {
    life.remove(playback)
    life.dispose()
  }
}

enum NowPlaying: LeakProgram {
  static func run() {
    let seconds = PublishSubject<Int>()
    let player = Player()
    for track in 1...24 {
      let page = Page()
      let playback = page.open(track, seconds)
      seconds.next(track)
      page.close(keeping: playback)
      player.play(playback)
      for second in 0..<5 {
        seconds.next(second)
        pause(milliseconds: 1)
      }
    }
    withExtendedLifetime(player) { exit(0) }
  }
}
