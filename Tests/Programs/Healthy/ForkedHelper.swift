// healthy: a child process with a copy of everything that is alive
// says: The child does one piece of work and leaves at once; the parent goes on and puts its sessions away.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private final class Session: Sendable {
  private let bag = DisposeBag()
  let count = Atomic<Int>(0)

  init(_ events: Signal<Int>) {
    events.subscribe(next: { [weak self] _ in self?.count.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

/// Runs a program and waits for it, as a server does with its helpers.
private func start(_ path: String) -> Bool {
  var child: pid_t = 0
  guard let name = strdup(path) else { return false }
  defer { free(name) }
  var arguments: [UnsafeMutablePointer<CChar>?] = [name, nil]
  guard posix_spawn(&child, path, nil, nil, &arguments, environ) == 0 else { return false }
  var status: Int32 = 0
  return waitpid(child, &status, 0) == child && status == 0
}

enum ForkedHelper: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    for round in 0..<4 {
      let sessions = (0..<8).map { _ in Session(events) }
      events.next(round)
      print("helper", start("/bin/true"))
      for event in 0..<20 { events.next(event) }
      withExtendedLifetime(sessions) { pause(milliseconds: 8) }
    }
  }
}
