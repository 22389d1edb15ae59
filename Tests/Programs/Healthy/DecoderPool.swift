// healthy: more and more subscriptions of one line, none of which ends
// says: A pool makes a decoder when all are busy; six are enough at the busiest time, and they are used again and again.
// allows: nothing

import Signals

private final class Decoder: Sendable {
  let frames = PublishSubject<Int>()
  private let work: Subscription

  init(_ screen: PublishRelay<Int>) {
    work = frames.map { $0 * 2 }.subscribe(next: { screen.accept($0) })
  }
}

private final class DecoderStock: Sendable {
  private let idle = Shared<[Decoder]>([])
  private let made = Shared(0)
  private let screen: PublishRelay<Int>

  init(_ screen: PublishRelay<Int>) { self.screen = screen }

  func borrow() -> Decoder {
    if let decoder = idle.update({ $0.popLast() }) { return decoder }
    made.update { $0 += 1 }
    return Decoder(screen)
  }

  func giveBack(_ decoder: Decoder) { idle.update { $0.append(decoder) } }
  var size: Int { made.value }
}

enum DecoderPool: LeakProgram {
  static func run() {
    let screen = PublishRelay<Int>()
    let stock = DecoderStock(screen)
    let drawn = Shared(0)
    for scene in 0..<45 {
      // A viewer for each scene, who leaves as it is over.
      let viewer = screen.subscribe(next: { _ in drawn.update { $0 += 1 } })
      let streams = scene < 24 ? 1 + scene / 4 : 1 + scene % 6
      let decoders = (0..<streams).map { _ in stock.borrow() }
      for frame in 0..<4 {
        for decoder in decoders { decoder.frames.next(frame) }
        pause(milliseconds: 3)
      }
      for decoder in decoders { stock.giveBack(decoder) }
      viewer.dispose()
    }
    print("decoders", stock.size, "drawn", drawn.value)
    withExtendedLifetime(stock) {}
  }
}
