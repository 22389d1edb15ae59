// healthy: the process exits while chapters wait in a queue and one is being set
// says: The user quits; what is not set yet is set the next time, from the file that lists it.
// allows: nothing

import Glibc
import Signals

private final class Typesetter: Sendable {
  let chapters = PublishSubject<Int>()
  private let lead = QueueScheduler("lead")
  private let ready = Shared<[Int]>([])
  private let bag = DisposeBag()

  func start() {
    let lead = lead
    chapters
      .concatMap { chapter in
        Signal<Int>.interval(.milliseconds(2), on: lead).take(5).takeLast(1).map { _ in chapter }
      }
      .subscribe(next: { [ready] chapter in ready.update { $0.append(chapter) } })
      .disposed(by: bag)
  }

  var done: Int { ready.value.count }
}

enum TypesetterQueue: LeakProgram {
  static func run() {
    let typesetter = Typesetter()
    typesetter.start()
    for chapter in 0..<12 {
      typesetter.chapters.next(chapter)
      pause(milliseconds: 12)
    }
    // The appendix comes all at once.
    for chapter in 12..<24 { typesetter.chapters.next(chapter) }
    pause(milliseconds: 30)
    print("left for tomorrow", typesetter.done < 24)
    withExtendedLifetime(typesetter) { exit(0) }
  }
}
