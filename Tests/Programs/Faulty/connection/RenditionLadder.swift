// fault: connection
// verdict: likely
// proof: run
// says: stopping a transcode disposes the encoders; the connection that decodes for them is ended by pausing alone

import Signals
import Synchronization

private struct Picture: Sendable {
  let number: Int
  let isKey: Bool
}

/// Decodes one video once, for an encoder of each size.
private final class Transcode: Sendable {
  let written = Shared<[Int: Int]>([:])
  private let decoded: MulticastConnection<Picture>
  private let decoding = SerialDisposable()
  private let bag = DisposeBag()

  init(decoder: QueueScheduler) {
    decoded = Signal<Int>.interval(.milliseconds(4), on: decoder)
      .map { Picture(number: $0, isKey: $0 % 5 == 0) }
      .publish()
  }

  func start(heights: [Int]) {
    for height in heights {
      decoded.signal
        .skip(while: { !$0.isKey })
        .scan(0) { pictures, _ in pictures + 1 }
        .subscribe(next: { [written] count in written.update { $0[height] = count } })
        .disposed(by: bag)
    }
    decoding.inner = decoded.connect()  // LEAK
  }

  /// The encoders keep what they have, and get nothing more.
  func pause() { decoding.dispose() }

  func stop() {
    bag.dispose()  // LEAK
    if mended { decoding.dispose() }
  }
}

private final class Farm: Sendable {
  private let decoders = [QueueScheduler("decoder 0"), QueueScheduler("decoder 1")]
  private let running = Shared<[Int: Transcode]>([:])
  let finished = Atomic<Int>(0)

  func begin(_ video: Int) {
    let transcode = Transcode(decoder: decoders[video % decoders.count])
    running.update { $0[video] = transcode }
    transcode.start(heights: video % 2 == 0 ? [240, 480, 720] : [360, 1080])
  }

  func hold(_ video: Int) { running.value[video]?.pause() }

  func end(_ video: Int) {
    guard let transcode = running.update({ $0.removeValue(forKey: video) }) else { return }
    transcode.stop()
    if transcode.written.value.values.contains(where: { $0 > 0 }) { finished.add(1, ordering: .relaxed) }
  }
}

enum RenditionLadder: LeakProgram {
  static func run() {
    let farm = Farm()
    for video in 0..<9 {
      farm.begin(video)
      pause(milliseconds: 26)
      if video == 4 {
        farm.hold(video)
        pause(milliseconds: 8)
      }
      farm.end(video)
    }
    pause(milliseconds: 110)
    print("finished", farm.finished.load(ordering: .relaxed))
  }
}
