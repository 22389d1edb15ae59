// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: each job's progress stays subscribed to until the program ends, when the list is put away

import Signals

/// Runs jobs one after the other and says how each is getting on.
enum WorkersAtShutdown: LeakProgram {
  static func run() {
    let progress = PublishSubject<Int>()
    var open: [Subscription] = []
    for job in 0..<40 {
      let bar = progress.filter { $0 == job }.subscribe(next: { _ in })  // LEAK
      progress.next(job)
      pause(milliseconds: 3)
      if mended { bar.dispose() } else { open.append(bar) }
    }
    for bar in open { bar.dispose() }
  }
}
