// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a track that is taken off the list is removed from the disposables, and nobody disposes it

import Signals

/// A playlist whose tracks follow the volume.
enum PlaylistTracks: LeakProgram {
  static func run() {
    let volume = PublishSubject<Int>()
    let tracks = CompositeDisposable()
    var following: [Subscription] = []
    for track in 0..<8 {
      let one = volume.map { $0 + track }.subscribe(next: { _ in })
      tracks.add(one)
      following.append(one)
    }
    volume.next(3)
    for one in following.prefix(3) {
      tracks.remove(one)  // LEAK
      if mended { one.dispose() }
    }
    following = []
    for level in 0..<12 { volume.next(level) }
    tracks.dispose()
    for level in 0..<12 { volume.next(level) }
    pause(milliseconds: 30)
  }
}
