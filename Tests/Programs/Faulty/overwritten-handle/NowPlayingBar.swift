// fault: overwritten-handle
// verdict: likely
// proof: run
// says: the bar keeps one handle for the track's position, and the next track's takes its place, undisposed

import Signals

private final class Track: Sendable {
  let title: String
  let position = PublishSubject<Int>()
  init(_ title: String) { self.title = title }
}

private final class Bar {
  private var position: Subscription?
  private var artwork: Subscription?
  private let text = Shared("")

  func show(_ track: Track, _ pictures: Signal<String>) {
    let (text, title) = (text, track.title)
    artwork?.dispose()
    artwork = pictures.filter { $0.hasPrefix(title) }.subscribe(next: { _ in })
    if mended { position?.dispose() }
    position = track.position.map { "\(title) at \($0)" }
      .subscribe(next: { line in text.update { $0 = line } })  // LEAK
  }

  func hide() {
    position?.dispose()
    artwork?.dispose()
  }

  var line: String { text.value }
}

enum NowPlayingBar: LeakProgram {
  static func run() {
    let pictures = PublishSubject<String>()
    let bar = Bar()
    // Tracks stay loaded, and tell their position whenever somebody plays them.
    let album = (1...10).map { Track("song \($0)") }
    for track in album {
      bar.show(track, pictures)
      pictures.next("\(track.title).png")
      for second in 0..<4 {
        track.position.next(second)
        pause(milliseconds: 4)
      }
    }
    bar.hide()
    for track in album {
      track.position.next(99)
      pause(milliseconds: 6)
    }
    print(bar.line.isEmpty ? "silent" : "played")
    withExtendedLifetime(album) {}
  }
}
