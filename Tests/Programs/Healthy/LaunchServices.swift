// healthy: one line subscribes six times, its handles are let go, and none of these ever ends
// says: Six services are started at launch, each once, and serve as long as the program runs; documents dispose theirs.
// allows: nothing

import Signals

private enum Event: Sendable {
  case opened(Int)
  case saved(Int)
  case closed(Int)
}

/// Something that listens to all that happens in the app.
private struct Service: Sendable {
  let name: String
  private let heard = Shared(0)

  init(_ name: String) { self.name = name }

  func handle(_ event: Event) {
    switch event {
    case .saved where name == "badges": break
    default: heard.update { $0 += 1 }
    }
  }

  var report: String { "\(name): \(heard.value)" }
}

private final class Document: Sendable {
  private let number: Int
  private let versions: Subscription

  init(_ number: Int, _ events: Signal<Event>) {
    self.number = number
    versions = events.compactMap { event -> Int? in
      if case .saved(number) = event { return number }
      return nil
    }.subscribe(next: { _ in })
  }

  func close() { versions.dispose() }
}

enum LaunchServices: LeakProgram {
  static func run() {
    let events = PublishSubject<Event>()
    let services = ["audit", "recent files", "autosave", "search", "badges", "sync"].map(Service.init)
    for service in services { _ = events.subscribe(next: { service.handle($0) }) }
    for number in 0..<24 {
      let document = Document(number, events)
      events.next(.opened(number))
      for _ in 0..<3 {
        events.next(.saved(number))
        pause(milliseconds: 3)
      }
      document.close()
      events.next(.closed(number))
    }
    for service in services { print(service.report) }
  }
}
