// healthy: a gatherer of which one input is far ahead for a while
// says: Subtitles come by the packet, pictures one by one; in the end they are even.
// allows: nothing

import Signals

private let pictures = PublishSubject<Int>()
private let subtitles = PublishSubject<String>()
private let screen = DisposeBag()

enum SubtitlesBehindFilm: LeakProgram {
  static func run() {
    pictures.zip(with: subtitles).subscribe(next: { _ in }).disposed(by: screen)
    for packet in 0..<5 {
      for line in 0..<60 { subtitles.next("line \(packet) \(line)") }
      for picture in 0..<60 {
        pictures.next(picture)
        if picture % 6 == 0 { pause(milliseconds: 1) }
      }
    }
    screen.dispose()
  }
}
