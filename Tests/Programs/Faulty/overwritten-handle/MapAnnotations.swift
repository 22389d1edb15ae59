// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a pin that is set twice overwrites the handle that its name had; the one before is never disposed

import Glibc
import Signals

private let positions = PublishSubject<Int>()
private nonisolated(unsafe) var pins: [String: Disposable] = [:]

/// A map with named pins, some of which are put somewhere else.
enum MapAnnotations: LeakProgram {
  static func run() {
    for round in 0..<6 {
      for name in ["home", "work", "gym"] where round == 0 || name == "gym" {
        if mended { pins[name]?.dispose() }
        pins[name] = positions.filter { $0 % 3 == round % 3 }.subscribe(next: { _ in })  // LEAK
      }
      positions.next(round)
      pause(milliseconds: 3)
    }
    for name in ["home", "work", "gym"] { pins.removeValue(forKey: name)?.dispose() }
    for position in 0..<20 {
      positions.next(position)
      pause(milliseconds: 2)
    }
    exit(0)
  }
}
