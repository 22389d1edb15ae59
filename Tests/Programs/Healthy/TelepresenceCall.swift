// healthy: the last of a series of handles in an optional, undisposed as run() returns
// says: Who speaks is shown large until another does, and disposed then; the last speaker is on the screen to the end.
// allows: nothing

import Signals

private struct Frame: Sendable {
  let speaker: Int
  let number: Int
}

/// A conference: the cameras of all, of which one is shown.
private final class Conference: Sendable {
  let frames = PublishSubject<Frame>()
  private let cameras = [QueueScheduler("camera 1"), QueueScheduler("camera 2"), QueueScheduler("camera 3")]
  private let bag = DisposeBag()

  init() {
    for (speaker, camera) in cameras.enumerated() {
      Signal<Int>.interval(.milliseconds(2 + speaker), on: camera)
        .subscribe(next: { [frames] number in frames.next(Frame(speaker: speaker, number: number)) })
        .disposed(by: bag)
    }
  }

  func picture(of speaker: Int) -> Signal<Int> {
    frames.filter { $0.speaker == speaker }.map(\.number)
  }
}

enum TelepresenceCall: LeakProgram {
  static func run() {
    let conference = Conference()
    let shown = Shared(0)
    var large: Subscription?
    for turn in 0..<14 {
      large?.dispose()
      large = conference.picture(of: turn * 2 % 3)
        .skip(1)
        .subscribe(next: { _ in shown.update { $0 += 1 } })
      pause(milliseconds: 14)
    }
    print("shown", shown.value > 0)
    withExtendedLifetime((conference, large)) {}
  }
}
