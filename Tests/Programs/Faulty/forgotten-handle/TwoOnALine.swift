// fault: forgotten-handle
// verdict: likely
// proof: run
// says: two subscriptions stand on one line; the sound's handle is disposed, the picture's is not

import Signals

/// Meetings with sound and picture.
enum TwoOnALine: LeakProgram {
  static func run() {
    let sound = PublishSubject<Int>()
    let picture = PublishSubject<Int>()
    for meeting in 0..<6 {
      let (heard, seen) = (sound.share().subscribe(), picture.share().subscribe())  // LEAK
      for frame in 0..<4 {
        sound.next(frame)
        picture.next(frame + meeting)
      }
      heard.dispose()
      if mended { seen.dispose() }
    }
    for frame in 0..<15 {
      sound.next(frame)
      picture.next(frame)
    }
    pause(milliseconds: 20)
  }
}
