// healthy: an object keeps itself, by way of a bag that it owns and a closure that refers to it
// says: A ticket lives as long as its work, with nobody else to keep it; as the work ends the closures go, and so does it.
// allows: nothing

import Signals
import Synchronization

private struct Chunk: Sendable {
  let video: Int
  let index: Int
}

private struct Corrupt: Error {
  let video: Int
}

private final class Codec: Sendable {
  private let cores = [QueueScheduler("core 0"), QueueScheduler("core 1"), QueueScheduler("core 2")]

  func encode(_ video: Int) -> Signal<Chunk> {
    Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(4), on: cores[video % cores.count])
      .take(4 + video % 5)
      .map { index in
        if video % 6 == 4, index == 2 { throw Corrupt(video: video) }
        return Chunk(video: video, index: index)
      }
  }
}

private final class Tally: Sendable {
  let open = Atomic<Int>(0)
  let done = Atomic<Int>(0)
  let failed = Atomic<Int>(0)
}

/// One order for a video. Whoever made it does not keep it.
private final class Ticket: Sendable {
  private let tally: Tally
  private let encode: Action<Int, Chunk>
  private let chunks = Shared<[Chunk]>([])
  private let bag = DisposeBag()

  init(_ tally: Tally, codec: Codec) {
    self.tally = tally
    encode = Action { codec.encode($0) }
    tally.open.add(1, ordering: .relaxed)
  }

  deinit { tally.open.subtract(1, ordering: .relaxed) }

  func start(_ video: Int) {
    encode.values
      .filter { $0.index % 2 == 0 }
      .subscribe(next: { [chunks] chunk in chunks.update { $0.append(chunk) } })
      .disposed(by: bag)
    encode.execute(video)
      .subscribe(
        next: { [self] chunk in keep(chunk) },
        error: { [self] _ in tally.failed.add(1, ordering: .relaxed) },
        completed: { [self] in tally.done.add(1, ordering: .relaxed) }
      )
      .disposed(by: bag)
  }

  private func keep(_ chunk: Chunk) {
    guard chunk.index > 100 else { return }
    chunks.update { $0.removeAll() }
  }
}

enum TranscodeTickets: LeakProgram {
  static func run() {
    let tally = Tally()
    let codec = Codec()
    for video in 0..<20 {
      Ticket(tally, codec: codec).start(video)
      pause(milliseconds: 9)
    }
    pause(milliseconds: 80)
    let done = tally.done.load(ordering: .relaxed)
    let failed = tally.failed.load(ordering: .relaxed)
    print("done", done, "failed", failed, "open", tally.open.load(ordering: .relaxed))
  }
}
