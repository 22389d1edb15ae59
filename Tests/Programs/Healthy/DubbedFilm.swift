// healthy: zip whose one input is hundreds behind, and the program is killed
// says: The voices are spoken scene by scene and catch up with the pictures; none waits when the power goes.
// allows: nothing

import Signals

/// A film and its second sound track.
enum DubbedFilm: LeakProgram {
  static func run() {
    let pictures = PublishSubject<Int>()
    let voices = PublishSubject<Int>()
    let screen = DisposeBag()
    zip(pictures, voices).subscribe(next: { _ in }).disposed(by: screen)
    pictures.filter { $0 % 24 == 0 }.subscribe(next: { _ in }).disposed(by: screen)
    for scene in 0..<6 {
      for picture in 0..<400 { pictures.next(scene * 400 + picture) }
      pause(milliseconds: 6)
      for voice in 0..<400 { voices.next(scene * 400 + voice) }
      pause(milliseconds: 3)
    }
    killed(holding: screen)
  }
}
