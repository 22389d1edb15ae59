// fault: each-tap-starts-it-again
// verdict: finding
// proof: run
// says: each tap makes the long call to the server once more, although the one before still runs
// source: ReactiveX/RxSwift #1127
// fix: taps are ignored while a call runs

import Signals

/// A server that takes its time for a backup.
private final class BackupServer: Sendable {
  let calls = Shared(0)
  private let network = QueueScheduler("network")

  func backUp(_ device: String) -> Signal<String> {
    Signal<String>.deferred { [calls, network] in
      calls.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(60), on: network).map { _ in "backup of \(device)" }
    }
  }
}

private final class BackupModel: Sendable {
  let taps = PublishRelay<Void>()
  let done = Shared(0)
  let highlights = Shared(0)
  private let bag = DisposeBag()

  init(_ server: BackupServer) {
    let backups: Signal<String>
    if mended {
      backups = taps.flatMapFirst { _ in server.backUp("phone") }
    } else {
      backups = taps.flatMap { _ in server.backUp("phone") }  // LEAK
    }
    backups
      .subscribe(next: { [done] _ in done.update { $0 += 1 } })
      .disposed(by: bag)
    taps.subscribe(next: { [highlights] in highlights.update { $0 += 1 } }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum BackupTaps: LeakProgram {
  static func run() {
    let server = BackupServer()
    let model = BackupModel(server)
    for _ in 0..<2 {
      for _ in 0..<3 {
        model.taps.accept(())
        pause(milliseconds: 12)
      }
      pause(milliseconds: 120)
    }
    print("taps", model.highlights.value, "calls", server.calls.value, "done", model.done.value)
    model.close()
  }
}
