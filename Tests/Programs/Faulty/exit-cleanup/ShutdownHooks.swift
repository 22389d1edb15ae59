// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: what a request subscribes to is disposed by a hook that runs only as the whole server shuts down

import Signals
import Synchronization

/// A server: handlers may say what is to be done at its end.
private final class Application: Sendable {
  let events = PublishSubject<Int>()
  private let hooks = Mutex<[@Sendable () -> Void]>([])
  private let workers = [QueueScheduler("worker 1"), QueueScheduler("worker 2")]

  func onShutdown(_ hook: @escaping @Sendable () -> Void) { hooks.withLock { $0.append(hook) } }

  func handle(_ request: Int, _ answered: Flag) {
    workers[request % 2].schedule { [self] in
      let watching = events.filter { $0 >= request }.subscribe(next: { _ in })  // LEAK
      if !mended { onShutdown { watching.dispose() } }  // LEAK
      pause(milliseconds: 3)
      if mended { watching.dispose() }
      answered.raise()
    }
  }

  func shutdown() {
    let hooks = hooks.withLock { $0 }
    for hook in hooks.reversed() { hook() }
  }
}

enum ShutdownHooks: LeakProgram {
  static func run() {
    let application = Application()
    let heartbeat = application.events.subscribe(next: { _ in })
    application.onShutdown { heartbeat.dispose() }
    let answered = Flag()
    for request in 0..<50 {
      application.handle(request, answered)
      answered.wait()
      if request % 5 == 0 { application.events.next(request) }
    }
    pause(milliseconds: 20)
    application.shutdown()
  }
}
