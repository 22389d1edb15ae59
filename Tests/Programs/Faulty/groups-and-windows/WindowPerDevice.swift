// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: a window is subscribed to for each device that is plugged in, and none is closed when it is unplugged

import Signals

/// Devices that send what they measure in windows of ten values.
enum WindowPerDevice: LeakProgram {
  static func run() {
    let bus = PublishSubject<Int>()
    let unplugged = PublishSubject<Int>()
    for device in 0..<12 {
      let mine = bus.filter { $0 % 12 == device }.window(count: 10).flatMap { $0.reduce(0, +) }
      let until = unplugged.filter { $0 == device }
      _ = (mended ? mine.take(until: until) : mine).subscribe(next: { _ in })  // LEAK
      for value in 0..<30 { bus.next(value) }
      unplugged.next(device)
    }
    for value in 0..<60 { bus.next(value) }
  }
}
