// fault: end-not-passed-on
// verdict: likely
// proof: run
// says: the decoder passes frames and errors on, not the end of the bytes; no request is ever complete

import Signals

private typealias Frame = [UInt8]

extension Signal where Value == [UInt8] {
  /// The frames in chunks of bytes, each of which ends with a zero.
  fileprivate func frames() -> Signal<Frame> {
    .create { out in  // LEAK
      let rest = Shared<Frame>([])
      let take: @Sendable (Frame) -> Void = { chunk in
        for byte in chunk {
          if byte == 0 {
            out.next(rest.value)
            rest.update { $0 = [] }
          } else {
            rest.update { $0.append(byte) }
          }
        }
      }
      let fail: @Sendable (any Error) -> Void = { out.error($0) }
      if mended { return self.subscribe(next: take, error: fail, completed: { out.completed() }) }
      return self.subscribe(next: take, error: fail)  // LEAK
    }
  }
}

/// Sockets that send a request of three frames each, and close.
enum DecodedFrames: LeakProgram {
  static func run() {
    let answered = Shared(0)
    for _ in 0..<15 {
      let bytes = PublishSubject<[UInt8]>()
      _ = bytes.frames().collect().subscribe(next: { frames in answered.update { $0 += frames.count } })
      for chunk: [UInt8] in [[71, 69], [84, 0, 47], [0], [72, 0]] {
        bytes.next(chunk)
        pause(milliseconds: 2)
      }
      bytes.completed()
    }
    pause(milliseconds: 20)
    print("frames answered", answered.value, "of 45")
  }
}
