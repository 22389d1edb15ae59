// fault: state-told-once
// verdict: finding
// proof: run
// says: the state of the link is sent to those who listen at that moment; a window that opens later never learns it is ready
// source: automerge/automerge-repo-swift #90
// fix: the state is kept, and who subscribes gets it first

import Signals

private enum LinkState: Sendable {
  case disconnected, connected, ready
}

/// The link to the server that has the documents.
private final class SyncProvider: Sendable {
  let states: Relay<LinkState>
  private let server = QueueScheduler("server")

  init() {
    if mended {
      states = BehaviorRelay<LinkState>(.disconnected)
    } else {
      states = PublishRelay<LinkState>()  // LEAK
    }
  }

  func connect() {
    states.accept(.connected)
    server.schedule(after: .milliseconds(10)) { [states] in states.accept(.ready) }
  }

  func fetch(_ name: String) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(6), on: server).map { _ in "text of \(name)" }
  }
}

/// A window with a document, which is fetched as soon as the link is ready.
private final class DocumentWindow: Sendable {
  let text = Shared<String?>(nil)
  private let bag = DisposeBag()

  init(_ name: String, _ provider: SyncProvider) {
    provider.states
      .filter { $0 == .ready }
      .take(1)
      .flatMap { _ in provider.fetch(name) }
      .subscribe(next: { [text] content in text.update { $0 = content } })
      .disposed(by: bag)
  }
}

enum SyncedDocuments: LeakProgram {
  static func run() {
    let provider = SyncProvider()
    let light = Shared("red")
    let lamp = provider.states
      .subscribe(next: { state in light.update { $0 = state == .ready ? "green" : "yellow" } })
    let first = DocumentWindow("notes", provider)
    provider.connect()
    pause(milliseconds: 50)
    var windows: [DocumentWindow] = []
    for name in ["letter", "plan", "budget"] {
      windows.append(DocumentWindow(name, provider))
      pause(milliseconds: 40)
    }
    pause(milliseconds: 60)
    print("light", light.value, "open", ([first] + windows).count { $0.text.value != nil })
    lamp.dispose()
    withExtendedLifetime(windows) {}
  }
}
