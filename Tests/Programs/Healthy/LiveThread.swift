// healthy: recursion, the same site nested in itself, alive and growing at the end
// says: Every comment is watched for answers, and answers are comments: the tree is as deep as the talk is.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Comment: Sendable {
  let text: String
  let answers = ReplaySubject<Comment>()
  init(_ text: String) { self.text = text }
}

private final class Thread: Sendable {
  let shown = Atomic<Int>(0)
  private let bag = DisposeBag()

  private func all(below comment: Comment) -> Signal<String> {
    comment.answers
      .flatMap { self.all(below: $0) }
      .startWith(comment.text)
  }

  func open(_ first: Comment) {
    all(below: first).subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum LiveThread: LeakProgram {
  static func run() {
    let first = Comment("What do you think?")
    let thread = Thread()
    thread.open(first)
    var comments = [first]
    for number in 0..<60 {
      let answer = Comment("comment \(number)")
      comments[number * number % (1 + number / 4) % comments.count].answers.next(answer)
      comments.append(answer)
      pause(milliseconds: 4)
    }
    print("shown", thread.shown.load(ordering: .relaxed))
    exit(0)
  }
}
