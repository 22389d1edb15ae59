// fault: each-subscription-serves-all
// verdict: finding
// proof: nothing-recorded
// says: the subscription of each registered page calls the handlers of all pages, so two pages hear a message twice each
// source: wzgiceman/Rxbus #10
// fix: the subscription of a page calls the handlers of that page alone

import Signals

private struct PageHandler: Sendable {
  let page: String
  let handle: @Sendable (String) -> Void
}

/// Hands messages to the pages that are registered.
private final class MessageBus: Sendable {
  private let messages = PublishRelay<String>()
  private let handlers = Shared<[PageHandler]>([])
  private let held = Shared<[String: Disposable]>([:])

  func register(_ page: String, _ handle: @escaping @Sendable (String) -> Void) {
    handlers.update { $0.append(PageHandler(page: page, handle: handle)) }
    let subscription = messages.subscribe(next: { [handlers] message in  // LEAK
      for handler in handlers.value where !mended || handler.page == page { handler.handle(message) }
    })
    held.update { $0[page] = subscription }
  }

  func unregister(_ page: String) {
    let subscription = held.update { $0.removeValue(forKey: page) }
    subscription?.dispose()
    handlers.update { $0.removeAll { $0.page == page } }
  }

  func post(_ message: String) { messages.accept(message) }

  func follow(_ each: @escaping @Sendable (String) -> Void) -> Disposable { messages.subscribe(next: each) }
}

private final class MessagePage: Sendable {
  let heard = Shared(0)
  private let name: String

  init(_ name: String) { self.name = name }

  func open(on bus: MessageBus) {
    bus.register(name) { [heard] _ in heard.update { $0 += 1 } }
  }

  func close(on bus: MessageBus) { bus.unregister(name) }
}

enum PostedToPages: LeakProgram {
  static func run() {
    let bus = MessageBus()
    let posted = Shared(0)
    let log = bus.follow { _ in posted.update { $0 += 1 } }
    let pages = [MessagePage("inbox"), MessagePage("contacts")]
    for page in pages { page.open(on: bus) }
    for number in 0..<5 {
      bus.post("message \(number)")
      pause(milliseconds: 15)
    }
    print("posted", posted.value, "heard", pages.map(\.heard.value))
    for page in pages { page.close(on: bus) }
    bus.post("goodbye")
    log.dispose()
  }
}
