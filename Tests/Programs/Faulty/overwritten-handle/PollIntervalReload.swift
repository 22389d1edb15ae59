// fault: overwritten-handle
// verdict: likely
// proof: run
// says: every reload of the settings starts a new poll and overwrites the handle of the old one, which goes on

import Signals
import Synchronization

private struct Settings: Sendable, Equatable {
  var pollEvery = 10
  var region = "north"
}

/// The file of settings, which an operator edits while the service runs.
private final class SettingsFile: Sendable {
  private let current = BehaviorRelay(Settings())

  var changes: Signal<Settings> { current.distinctUntilChanged() }

  func edit(_ change: (inout Settings) -> Void) {
    var settings = current.value
    change(&settings)
    current.accept(settings)
  }
}

/// The remote queue of jobs.
private final class JobServer: Sendable {
  let questions = Atomic<Int>(0)
  private let network = QueueScheduler("network")

  func pending(in region: String) -> Signal<Int> {
    Signal<Int>.create { [network] subscriber in
      self.questions.add(1, ordering: .relaxed)
      return network.schedule(after: .milliseconds(2)) {
        subscriber.next(region.utf8.count)
        subscriber.completed()
      }
    }
  }
}

private final class JobPoller: Sendable {
  let jobs = Atomic<Int>(0)
  private let server: JobServer
  private let clock = QueueScheduler("poll clock")
  private let poll = Shared<Disposable?>(nil)
  private let bag = DisposeBag()

  init(_ server: JobServer) { self.server = server }

  func start(with file: SettingsFile) {
    file.changes
      .subscribe(next: { [weak self] in self?.restart($0) })
      .disposed(by: bag)
  }

  private func polls(_ settings: Settings) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(settings.pollEvery), on: clock)
      .flatMapFirst { [server] _ in server.pending(in: settings.region) }
  }

  private func restart(_ settings: Settings) {
    if mended { poll.value?.dispose() }
    let fresh = polls(settings).subscribe(next: { [weak self] in self?.found($0) })  // LEAK
    poll.update { $0 = fresh }  // LEAK
  }

  private func found(_ count: Int) { jobs.add(count, ordering: .relaxed) }

  func stop() {
    bag.dispose()
    poll.value?.dispose()
  }
}

enum PollIntervalReload: LeakProgram {
  static func run() {
    let file = SettingsFile()
    let server = JobServer()
    let poller = JobPoller(server)
    poller.start(with: file)
    for edit in 0..<8 {
      pause(milliseconds: 35)
      file.edit { settings in
        if edit % 3 == 2 { settings.region = "region \(edit)" } else { settings.pollEvery = 8 + edit }
      }
    }
    pause(milliseconds: 60)
    poller.stop()
    pause(milliseconds: 120)
    print("jobs", poller.jobs.load(ordering: .relaxed))
    print("questions", server.questions.load(ordering: .relaxed))
  }
}
