// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: an index of a project is watched by whoever opened it; the projects that were renamed meanwhile are never left

import Signals

/// Projects, each watched while it is open.
enum EagerIndexer: LeakProgram {
  static func run() {
    let index = BehaviorSubject(0)
    var open: [String: Subscription] = [:]
    for project in 0..<20 {
      var name = "project \(project)"
      open[name] = index.skip(1).subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 3)
      index.next(project)
      if project % 4 == 1 {
        if mended { open["renamed \(project)"] = open.removeValue(forKey: name) }
        name = "renamed \(project)"
      }
      open.removeValue(forKey: name)?.dispose()
    }
    pause(milliseconds: 50)
    index.next(100)
    withExtendedLifetime(open) {}
  }
}
