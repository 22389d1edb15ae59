// fault: some-do-not-end
// verdict: likely
// proof: run
// says: who waits for the verdict on a build knows two ends of it, and waits for ever for one that a newer build replaced

import Signals
import Synchronization

private enum Phase: Sendable {
  case queued
  case compiling(Int)
  case passed
  case failed
  case superseded

  var isLast: Bool {
    switch self {
    case .passed, .failed, .superseded: true
    case .queued, .compiling: false
    }
  }

  var isVerdict: Bool {
    switch self {
    case .passed, .failed: true
    default: false
    }
  }
}

private final class Build: Sendable {
  let commit: Int
  let phase = BehaviorSubject<Phase>(.queued)
  private let steps = SerialDisposable()

  init(commit: Int) { self.commit = commit }

  func start(on machine: QueueScheduler) {
    steps.inner = Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(3), on: machine)
      .take(3)
      .subscribe(
        next: { [phase] step in phase.next(.compiling(step)) },
        completed: { [phase, commit] in phase.next(commit % 7 == 3 ? .failed : .passed) })
  }

  func supersede() {
    steps.dispose()
    phase.next(.superseded)
  }
}

/// Reports to the review how its build went.
private final class ReviewBot: Sendable {
  let comments = Shared<[Int]>([])
  let waiting = Atomic<Int>(0)
  private let bag = DisposeBag()

  func follow(_ build: Build) {
    waiting.add(1, ordering: .relaxed)
    build.phase
      .first(where: { mended ? $0.isLast : $0.isVerdict })  // LEAK
      .map { phase in (build.commit, phase.isVerdict) }
      .subscribe(
        next: { [comments] commit, isJudged in
          if isJudged { comments.update { $0.append(commit) } }
        },
        completed: { [weak self] in self?.waiting.subtract(1, ordering: .relaxed) }
      )
      .disposed(by: bag)
  }
}

enum BuildVerdicts: LeakProgram {
  static func run() {
    let machine = QueueScheduler("builds")
    let bot = ReviewBot()
    for commit in 0..<28 {
      let build = Build(commit: commit)
      bot.follow(build)
      build.start(on: machine)
      if commit % 4 == 2 {
        pause(milliseconds: 4)
        build.supersede()
      } else {
        pause(milliseconds: 16)
      }
    }
    pause(milliseconds: 140)
    print("comments", bot.comments.value.count, "waiting", bot.waiting.load(ordering: .relaxed))
  }
}
