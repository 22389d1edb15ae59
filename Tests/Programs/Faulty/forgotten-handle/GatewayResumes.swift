// fault: forgotten-handle
// verdict: likely
// proof: run
// says: a session that resumes listens a second time, and what it listens with is in no bag as the session closes

import Signals
import Synchronization

private struct Frame: Sendable {
  let shard: Int
  let sequence: Int
}

/// The one uplink of the process, over which the frames of all shards come.
private final class Uplink: Sendable {
  let frames = PublishSubject<Frame>()
  private let sequence = Atomic<Int>(0)

  func deliver(to shard: Int) {
    let number = sequence.add(1, ordering: .relaxed).newValue
    frames.next(Frame(shard: shard, sequence: number))
  }
}

private final class ShardSession: Sendable {
  let heard = Atomic<Int>(0)
  private let shard: Int
  private let uplink: Uplink
  private let pulse: QueueScheduler
  private let bag = DisposeBag()

  init(shard: Int, uplink: Uplink, pulse: QueueScheduler) {
    self.shard = shard
    self.uplink = uplink
    self.pulse = pulse
  }

  private var own: Signal<Frame> {
    uplink.frames.filter { [shard] in $0.shard == shard }
  }

  func open() {
    own
      .subscribe(next: { [weak self] _ in self?.heard.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    Signal<Int>.interval(.milliseconds(12), on: pulse)
      .subscribe(next: { [weak self] _ in self?.acknowledge() })
      .disposed(by: bag)
  }

  /// Goes on after a short loss of the connection; what was missed comes again.
  func resume(from sequence: Int) {
    let missed = own.skip(while: { $0.sequence <= sequence }).map(\.sequence)
    if mended {
      missed.take(2).subscribe(next: { [weak self] in self?.replay($0) }).disposed(by: bag)
    } else {
      _ = missed.subscribe(next: { [weak self] in self?.replay($0) })  // LEAK
    }
  }

  func close() { bag.dispose() }

  private func acknowledge() {}
  private func replay(_ sequence: Int) { heard.add(sequence > 0 ? 1 : 0, ordering: .relaxed) }
}

enum GatewayResumes: LeakProgram {
  static func run() {
    let uplink = Uplink()
    let pulse = QueueScheduler("heartbeats")
    var total = 0
    for round in 0..<6 {
      let sessions = (0..<2).map { ShardSession(shard: $0, uplink: uplink, pulse: pulse) }
      for session in sessions { session.open() }
      for shard in [0, 1, 0, 1] { uplink.deliver(to: shard) }
      pause(milliseconds: 14)
      sessions[round % 2].resume(from: 0)
      sessions[0].resume(from: 2)
      for shard in [1, 0, 1, 0] { uplink.deliver(to: shard) }
      pause(milliseconds: 16)
      for session in sessions {
        session.close()
        total += session.heard.load(ordering: .relaxed)
      }
    }
    for step in 0..<10 {
      uplink.deliver(to: step % 2)
      pause(milliseconds: 9)
    }
    print("heard", total > 0)
  }
}
