// fault: work-goes-on-after-cancel
// verdict: likely
// proof: run
// says: disposing a streamed reply leaves its task at work, which holds the slot of the model until the last token
// source: Trans-N-ai/swama #116
// fix: the generation is cancelled as the client goes, and frees the slot

import Dispatch
import Signals

/// One model, for one generation at a time.
private actor Model {
  private var isBusy = false
  private var line: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard isBusy else { return isBusy = true }
    await withCheckedContinuation { line.append($0) }
  }

  func leave() {
    // The slot is handed over: it is not free in between.
    if line.isEmpty { isBusy = false } else { line.removeFirst().resume() }
  }
}

private final class CompletionsHandler: Sendable {
  let model = Model()

  /// The tokens of one reply, as they are made.
  func stream(_ limit: Int) -> Signal<String> {
    Signal<String>.create { [model] subscriber in
      let generation = Task {
        await model.enter()
        for token in 0..<limit {
          try? await Task.sleep(for: .milliseconds(2))
          if Task.isCancelled { break }
          subscriber.next("token \(token)")
        }
        await model.leave()
        subscriber.completed()
      }
      return mended ? Disposable { generation.cancel() } : nil  // LEAK
    }
  }
}

/// A voice assistant that interrupts itself when its user speaks.
private final class VoiceClient: Sendable {
  let heard = Shared(0)
  let finished = Shared(0)
  private let reply = SerialDisposable()

  func ask(_ handler: CompletionsHandler, tokens: Int) {
    reply.inner = handler.stream(tokens)
      .buffer(for: .milliseconds(8), count: 4, on: QueueScheduler("speech"))
      .subscribe(
        next: { [heard] part in heard.update { $0 += part.count } },
        completed: { [finished] in finished.update { $0 += 1 } })
  }

  func interrupt() { reply.inner = nil }
}

enum ModelSlots: LeakProgram {
  static func run() {
    let handler = CompletionsHandler()
    let voice = VoiceClient()
    let level = Signal<Int>.interval(.milliseconds(10), on: QueueScheduler("level")).subscribe(next: { _ in })
    for turn in 0..<7 {
      voice.ask(handler, tokens: 60)
      pause(milliseconds: 30)
      if turn % 3 != 2 { voice.interrupt() } else { pause(milliseconds: 120) }
    }
    voice.interrupt()
    pause(milliseconds: 150)
    print("finished", voice.finished.value, "heard", voice.heard.value)
    level.dispose()
  }
}
