// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: the follower flattens what belongs to each selection into one; what was selected before is followed for ever

import Signals

/// Shows what belongs to a selection, whatever that is.
private final class SelectionFollower<Key: Hashable & Sendable, Detail: Sendable>: Sendable {
  let selection = PublishSubject<Key>()
  let shown: MutableProperty<Detail?>
  private let bag = DisposeBag()

  init(_ detail: @escaping @Sendable (Key) -> Signal<Detail>) {
    shown = MutableProperty(nil)
    let chosen = selection.distinctUntilChanged()
    let details: Signal<Detail>
    if mended {
      details = chosen.flatMapLatest(detail)
    } else {
      details = chosen.flatMap(detail)  // LEAK
    }
    details.map(Optional.some).bind(to: shown).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

private struct Track: Hashable, Sendable {
  let number: Int
}

enum TracksAndArtists: LeakProgram {
  static func run() {
    let plays = PublishSubject<Int>()
    let tracks = SelectionFollower<Track, Int> { track in plays.filter { $0 % 8 == track.number } }
    let artists = SelectionFollower<String, String> { artist in plays.map { "\(artist) \($0)" } }
    for number in 0..<9 {
      tracks.selection.next(Track(number: number % 8))
      if number % 3 == 0 { artists.selection.next("artist \(number)") }
      for play in 0..<8 { plays.next(play) }
      pause(milliseconds: 4)
    }
    for play in 0..<16 { plays.next(play) }
    pause(milliseconds: 20)
    tracks.close()
    artists.close()
  }
}
