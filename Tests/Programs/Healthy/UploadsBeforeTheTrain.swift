// healthy: a stop above flatMap, with inner signals that go on after it
// says: Nothing new is uploaded once the train leaves; what was begun ends when its last block is through, some after the stop.
// allows: nothing

import Signals

enum UploadsBeforeTheTrain: LeakProgram {
  static func run() {
    let clock = QueueScheduler("uploads")
    let chosen = PublishSubject<Int>()
    let trainLeaves = PublishSubject<Void>()
    let done = Flag()
    let uploads = chosen.take(until: trainLeaves)
      .flatMap { photo in
        Signal<Int>.interval(.milliseconds(3), on: clock).take(photo % 5 + 2).map { $0 * photo }
      }
      .subscribe(next: { _ in }, completed: { done.raise() })
    for photo in 0..<20 {
      chosen.next(photo)
      pause(milliseconds: 2)
    }
    trainLeaves.next(())
    done.wait()
    pause(milliseconds: 15)
    withExtendedLifetime(uploads) {}
  }
}
