// fault: owner-grows
// verdict: suspect
// proof: run
// says: what each visitor subscribes to is held by the lifetime of the museum, not by the visit

import Signals

private final class Museum: Sendable {
  let news = PublishSubject<Int>()
  let (lifetime, token) = Lifetime.make()
}

/// Visitors hear the museum's announcements while they are there.
enum GuidesOfTheMuseum: LeakProgram {
  static func run() {
    let museum = Museum()
    for visitor in 0..<40 {
      let (visit, end) = Lifetime.make()
      let guide = museum.news.map { $0 + visitor }.subscribe(next: { _ in })  // LEAK
      if mended {
        visit.add(guide)
      } else {
        museum.lifetime.add(guide)  // LEAK
      }
      museum.news.next(visitor)
      pause(milliseconds: 2)
      withExtendedLifetime(end) {}
    }
    pause(milliseconds: 50)
    withExtendedLifetime(museum) {}
  }
}
