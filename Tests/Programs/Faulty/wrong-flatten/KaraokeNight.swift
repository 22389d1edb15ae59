// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: the next song's lyrics run beside those of all before it: flatMapLatest was meant, not flatMap

import Signals

private struct Song: Sendable {
  let title: String
  let beat: Duration
}

/// Shows the lyrics of the song that is on; it is over when the next one is called.
private final class Screen: Sendable {
  let songs = PublishSubject<Song>()
  let lines = Shared(0)
  private let clock = QueueScheduler("karaoke")

  func open() -> Subscription {
    let lyrics: Signal<String>
    if mended {
      lyrics = songs.flatMapLatest { [clock] song in Self.lyrics(of: song, clock) }
    } else {
      lyrics = songs.flatMap { [clock] song in Self.lyrics(of: song, clock) }  // LEAK
    }
    return lyrics.subscribe(next: { [lines] _ in lines.update { $0 += 1 } })
  }

  private static func lyrics(of song: Song, _ clock: QueueScheduler) -> Signal<String> {
    Signal<Int>.interval(song.beat, on: clock).map { "\(song.title), line \($0)" }
  }
}

enum KaraokeNight: LeakProgram {
  static func run() {
    let screen = Screen()
    let shown = screen.open()
    for title in ["waterloo", "jolene", "africa", "dreams", "valerie", "creep", "angels"] {
      screen.songs.next(Song(title: title, beat: .milliseconds(3)))
      let before = screen.lines.value
      while screen.lines.value < before + 4 { pause(milliseconds: 1) }
    }
    pause(milliseconds: 60)
    shown.dispose()
  }
}
