// fault: reader-closes-what-it-reads
// verdict: finding
// proof: run
// says: who stops reading completes the messages for good; the screen that comes back gets that end at once, and no more
// source: Kotlin/kotlinx.coroutines #843
// fix: the messages are read in a loop that leaves them open when it is cancelled

import Signals

extension Subject {
  /// Reads every value until the handle is disposed.
  fileprivate func consumeEach(_ action: @escaping @Sendable (Value) -> Void) -> Disposable {
    if mended { return subscribe(next: action) }
    return onDispose { [self] in completed() }.subscribe(next: action)  // LEAK
  }
}

/// A conversation, which goes on whether its screen is open or not.
private final class Conversation: Sendable {
  let messages = PublishSubject<String>()
  let typing = BehaviorSubject(false)

  func write(_ text: String) {
    typing.next(true)
    pause(milliseconds: 3)
    messages.next(text)
    typing.next(false)
  }
}

/// The list of messages, which reads while it is in the foreground.
private final class MessageList: Sendable {
  let shown = Shared<[String]>([])
  private let reading = SerialDisposable()

  func resume(_ conversation: Conversation) {
    reading.inner = conversation.messages.consumeEach { [shown] text in shown.update { $0.append(text) } }
  }

  func suspend() { reading.inner = nil }
}

enum ConversationScreen: LeakProgram {
  static func run() {
    let conversation = Conversation()
    let list = MessageList()
    let dots = conversation.typing.distinctUntilChanged().subscribe(next: { _ in })
    for visit in 0..<4 {
      list.resume(conversation)
      for number in 0..<3 {
        conversation.write("message \(visit).\(number)")
        pause(milliseconds: 4)
      }
      list.suspend()
      pause(milliseconds: 8)
    }
    print("shown", list.shown.value.count)
    dots.dispose()
  }
}
