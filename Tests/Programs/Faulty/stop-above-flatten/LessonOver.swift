// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the bell ends the source of repeat, which begins it again: the lesson goes on for ever

import Signals

/// A lesson whose exercise is repeated until the bell.
enum LessonOver: LeakProgram {
  static func run() {
    let clock = QueueScheduler("school")
    let bell = PublishSubject<Void>()
    let exercise = Signal<Int>.interval(.milliseconds(3), on: clock)
    let lesson =
      mended
      ? exercise.take(4).repeat().take(until: bell)
      : exercise.take(until: bell).take(4).repeat()  // LEAK
    let pupils = lesson.subscribe(next: { _ in })
    pause(milliseconds: 20)
    bell.next(())
    pause(milliseconds: 90)
    withExtendedLifetime(pupils) {}
  }
}
