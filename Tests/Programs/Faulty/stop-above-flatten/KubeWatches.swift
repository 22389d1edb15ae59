// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the requests of a client end with its connection; the watches that they have opened hang below and go on

import Signals
import Synchronization

/// The objects of a cluster: who watches a kind of them hears of each change.
private final class ObjectStore: Sendable {
  private let kinds = ["pods": PublishSubject<Int>(), "nodes": PublishSubject<Int>()]

  func changes(of kind: String, since version: Int) -> Signal<Int> {
    guard let changes = kinds[kind] else { return .empty() }
    return changes.filter { $0 > version }
  }

  func write(_ version: Int) {
    kinds[version % 3 == 0 ? "nodes" : "pods"]?.next(version)
  }
}

private struct WatchRequest: Sendable, Equatable {
  let kind: String
  let version: Int
}

/// One connection; what its client asks for ends as it hangs up.
private final class ClientConnection: Sendable {
  let hungUp = PublishSubject<Void>()
  let sent = Atomic<Int>(0)
  private let inbox = PublishSubject<WatchRequest>()

  var requests: Signal<WatchRequest> {
    inbox.distinctUntilChanged().take(until: hungUp)  // LEAK
  }

  func ask(_ kind: String, since version: Int) { inbox.next(WatchRequest(kind: kind, version: version)) }
  func send(_ line: String) { sent.add(line.isEmpty ? 0 : 1, ordering: .relaxed) }
}

private final class ApiServer: Sendable {
  let store = ObjectStore()
  let served = Atomic<Int>(0)
  private let bag = DisposeBag()

  func serve(_ client: ClientConnection) {
    let lines = client.requests
      .flatMap { [store] request in  // LEAK
        store.changes(of: request.kind, since: request.version).map { "\(request.kind) \($0)" }
      }
    let answer = mended ? lines.take(until: client.hungUp) : lines
    answer
      .subscribe(
        next: { line in client.send(line) },
        completed: { [weak self] in self?.served.add(1, ordering: .relaxed) }
      )
      .disposed(by: bag)
  }
}

enum KubeWatches: LeakProgram {
  static func run() {
    let server = ApiServer()
    var version = 0
    for number in 0..<10 {
      let client = ClientConnection()
      server.serve(client)
      client.ask("pods", since: 0)
      if number % 2 == 0 { client.ask("nodes", since: version) }
      for _ in 0..<3 {
        version += 1
        server.store.write(version)
        pause(milliseconds: 6)
      }
      client.hungUp.next(())
    }
    for _ in 0..<12 {
      version += 1
      server.store.write(version)
      pause(milliseconds: 8)
    }
    print("served", server.served.load(ordering: .relaxed), "of 10")
  }
}
