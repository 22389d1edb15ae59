// fault: endless-inner
// verdict: finding
// proof: run
// says: the acknowledgements of a chunk never complete, so concatMap stays with the first, and all others wait behind it

import Signals

private struct Acknowledgement: Sendable {
  let chunk: Int
  let percent: Int
}

/// A client of an image registry: it sends the chunks of a layer one after the other.
private final class Registry: Sendable {
  let acknowledged = PublishSubject<Acknowledgement>()

  func upload(_ chunk: Int) -> Signal<Int> {
    let progress = acknowledged.filter { $0.chunk == chunk }.map(\.percent)
    return mended ? progress.take(inclusive: true, while: { $0 < 100 }) : progress  // LEAK
  }
}

enum LayerUploads: LeakProgram {
  static func run() {
    let registry = Registry()
    let chunks = PublishSubject<Int>()
    let uploaded = Shared(0)
    let push = chunks.concatMap { registry.upload($0) }  // LEAK
      .subscribe(next: { percent in if percent == 100 { uploaded.update { $0 += 1 } } })
    let traffic = registry.acknowledged.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for chunk in 0..<1600 { chunks.next(chunk) }
    for chunk in 0..<1600 {
      for percent in [50, 100] { registry.acknowledged.next(Acknowledgement(chunk: chunk, percent: percent)) }
      if chunk % 100 == 0 { pause(milliseconds: 3) }
    }
    print("uploaded", uploaded.value, "of 1600")
    push.dispose()
    traffic.dispose()
  }
}
