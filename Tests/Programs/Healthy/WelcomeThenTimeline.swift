// healthy: a stop above flatMapLatest has fired, and what that had begun goes on
// says: Signing in ends the choice of a region, not the timeline of the region; that has its own stop, for signing out.
// allows: nothing

import Signals

private struct Post: Sendable {
  let region: String
  let number: Int
}

/// What a region's people write.
private final class Timelines: Sendable {
  private let clock = QueueScheduler("timeline")

  func timeline(of region: String) -> Signal<Post> {
    Signal<Int>.interval(.milliseconds(6), on: clock).map { Post(region: region, number: $0) }
  }
}

private final class Welcome: Sendable {
  let chosenRegion = PublishSubject<String>()
  let signedIn = PublishSubject<Void>()
  let signedOut = PublishSubject<Void>()
  private let timelines = Timelines()
  private let shown = Shared<[String]>([])

  func begin() {
    let (timelines, shown) = (timelines, shown)
    _ = chosenRegion.take(until: signedIn)
      .flatMapLatest { timelines.timeline(of: $0) }
      .take(until: signedOut)
      .subscribe(next: { post in shown.update { $0.append(post.region) } })
    _ = chosenRegion.take(until: signedIn).subscribe(next: { print("preview of", $0) })
  }

  var last: String? { shown.value.last }
}

enum WelcomeThenTimeline: LeakProgram {
  static func run() {
    let welcome = Welcome()
    welcome.begin()
    for region in ["north", "south", "islands"] {
      welcome.chosenRegion.next(region)
      pause(milliseconds: 20)
    }
    welcome.signedIn.next(())
    welcome.chosenRegion.next("nobody listens")
    pause(milliseconds: 250)
    print("reads", welcome.last ?? "nothing")
    withExtendedLifetime(welcome) {}
  }
}
