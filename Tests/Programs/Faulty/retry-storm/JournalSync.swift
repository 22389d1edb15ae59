// fault: retry-storm
// verdict: finding
// proof: run
// says: while the server is down an upload is tried again the moment it has failed, some hundred times

import Signals

private struct Unavailable: Error {}

/// A server that is down at first.
private final class JournalServer: Sendable {
  let isUp = Shared(false)
  let requests = Shared(0)
  private let network = QueueScheduler("network")

  func upload(_ entry: String) -> Signal<String> {
    Signal.create { [isUp, requests, network] subscriber in
      requests.update { $0 += 1 }
      return network.schedule(after: .milliseconds(1)) {
        guard isUp.value else { return subscriber.error(Unavailable()) }
        subscriber.next("#" + entry)
        subscriber.completed()
      }
    }
  }
}

/// Sends the entries of a journal, one after the other.
private final class JournalUploader: Sendable {
  let entries = PublishSubject<String>()
  let receipts = Shared<[String]>([])
  let isBusy = MutableProperty(false)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  init(_ server: JournalServer) {
    entries
      .do(onNext: { [isBusy] _ in isBusy.set(true) })
      .concatMap { [clock] entry in
        let upload = server.upload(entry)
        return mended
          ? upload.retry(upTo: 20, interval: .milliseconds(60), on: clock)
          : upload.retry()  // LEAK
      }
      .do(onNext: { [isBusy] _ in isBusy.set(false) })
      .subscribe(next: { [receipts] receipt in receipts.update { $0.append(receipt) } })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum JournalSync: LeakProgram {
  static func run() {
    let server = JournalServer()
    let uploader = JournalUploader(server)
    uploader.entries.next("monday")
    pause(milliseconds: 20)
    uploader.entries.next("tuesday")
    pause(milliseconds: 380)
    server.isUp.update { $0 = true }
    pause(milliseconds: 120)
    uploader.entries.next("wednesday")
    pause(milliseconds: 60)
    print("receipts", uploader.receipts.value, "busy", uploader.isBusy.value)
    uploader.stop()
  }
}
