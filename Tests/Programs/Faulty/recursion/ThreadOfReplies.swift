// fault: recursion
// verdict: likely
// proof: run
// says: the signal of replies contains itself through flatMap, a level deeper with each reply

import Signals

/// Follows the replies to replies.
enum ThreadOfReplies: LeakProgram {
  static func run() {
    let posts = PublishSubject<Int>()
    let reading = replies(to: 0, in: posts).subscribe(next: { _ in })
    for post in 1...15 { posts.next(post) }
    pause(milliseconds: 30)
    killed(holding: reading)
  }

  private static func replies(to post: Int, in posts: Signal<Int>) -> Signal<Int> {
    let own = posts.filter { $0 == post + 1 }
    return (mended ? own.take(1) : own).flatMap { reply in  // LEAK
      mended && reply > 2 ? Signal<Int>.just(reply) : replies(to: reply, in: posts)
    }
  }
}
