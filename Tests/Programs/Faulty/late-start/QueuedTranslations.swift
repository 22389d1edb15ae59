// fault: late-start
// verdict: likely
// proof: run
// says: closing the document stops what is asked for; the paragraphs that wait are translated by tasks all the same

import Signals

/// Translates paragraphs one after the other, in tasks, until the document is closed.
enum QueuedTranslations: LeakProgram {
  static func run() {
    let paragraphs = PublishSubject<Int>()
    let closed = PublishSubject<Void>()
    let translate: @Sendable (Int) async throws -> Int = { paragraph in
      try await Task.sleep(for: .milliseconds(6))
      return paragraph
    }
    let translated: Signal<Int>
    if mended {
      translated = paragraphs.concatMapAsync(translate).take(until: closed)
    } else {
      translated = paragraphs.take(until: closed)
        .concatMapAsync(translate)  // LEAK
    }
    _ = translated.subscribe(next: { _ in })
    for paragraph in 0..<14 { paragraphs.next(paragraph) }
    pause(milliseconds: 20)
    closed.next(())
    pause(milliseconds: 160)
  }
}
