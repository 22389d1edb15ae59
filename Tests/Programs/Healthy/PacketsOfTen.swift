// healthy: windows, the last of which is open
// says: Each packet ends with its tenth value; the last has four when the program is told to leave.
// allows: nothing

import Glibc
import Signals

enum PacketsOfTen: LeakProgram {
  static func run() {
    let bytes = PublishSubject<Int>()
    let bag = DisposeBag()
    bytes.window(count: 10)
      .flatMap { packet in packet.reduce(0) { $0 + $1 } }
      .subscribe(next: { _ in })
      .disposed(by: bag)
    for byte in 0..<84 {
      bytes.next(byte)
      if byte % 2 == 0 { pause(milliseconds: 2) }
    }
    withExtendedLifetime(bag) { exit(0) }
  }
}
