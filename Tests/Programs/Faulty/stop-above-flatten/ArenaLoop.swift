// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: take(for:) ends the spawning of a wave, not the enemies that flatMap walks by: each goes on for ever

import Signals
import Synchronization

/// A game: a frame asks for the next one, waves of enemies come, sounds are played on a queue of their own.
private final class Arena: Sendable {
  let frames = PublishSubject<Int>()
  let sounds = PublishSubject<String>()
  let steps = Atomic<Int>(0)
  private let clock = QueueScheduler("waves")
  private let mixer = QueueScheduler("mixer")
  private let bag = DisposeBag()

  func start() {
    sounds.deliver(on: mixer).subscribe(next: { _ in }).disposed(by: bag)
    frames.filter { $0 % 6 == 0 }.subscribe(next: { _ in self.sounds.next("tick") }).disposed(by: bag)
  }

  func wave(_ number: Int) {
    let walk = { @Sendable [frames] (enemy: Int) in
      frames.filter { ($0 + enemy) % 2 == 0 }.mapReplace(enemy)
    }
    let spawning = Signal<Int>.interval(.milliseconds(5), on: clock)
    let walking: Signal<Int>
    if mended {
      walking = spawning.flatMap(walk).take(for: .milliseconds(30), on: clock)
    } else {
      walking = spawning.take(for: .milliseconds(30), on: clock)
        .flatMap(walk)  // LEAK
    }
    walking.subscribe(next: { _ in self.steps.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum ArenaLoop: LeakProgram {
  static func run() {
    let arena = Arena()
    arena.start()
    let frame = Shared(0)
    let isOver = Flag()
    let loop = QueueScheduler("frames")
    arena.wave(1)
    let drawing = loop.scheduleRecursive { again in
      let number = frame.update { number in
        number += 1
        return number
      }
      arena.frames.next(number)
      pause(milliseconds: 2)
      if number == 90 { isOver.raise() } else { again() }
    }
    isOver.wait()
    drawing.dispose()
    print("steps", arena.steps.load(ordering: .relaxed) > 0)
  }
}
