// healthy: siblings of a line disposed while others stay; one of them never had a value
// says: Each open line is audited in two halves; those that are closed put both away, and three stay open to the end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Packet: Sendable {
  let line: Int
  let size: Int
}

private final class Line: Sendable {
  let large = Atomic<Int>(0)
  private let halves = CompositeDisposable()

  init(_ number: Int, _ packets: Signal<Packet>) {
    let mine = packets.filter { $0.line == number }.partition { $0.size < 1000 }
    halves.add(mine.matching.map(\.size).scan(0, +).subscribe(next: { _ in }))
    halves.add(mine.other.subscribe(next: { _ in self.large.add(1, ordering: .relaxed) }))
  }

  func close() { halves.dispose() }
}

enum SplitTraffic: LeakProgram {
  static func run() {
    let packets = PublishSubject<Packet>()
    let open = Shared<[Line]>([])
    for number in 0..<15 {
      open.update { $0.append(Line(number, packets)) }
      onAnotherThread {
        for step in 0..<5 { packets.next(Packet(line: number, size: number % 4 == 0 ? step * 400 : 64)) }
      }
      if open.value.count > 3 { open.update { $0.removeFirst() }.close() }
      pause(milliseconds: 4)
    }
    for number in 0..<30 {
      packets.next(Packet(line: number % 15, size: 100))
      pause(milliseconds: 3)
    }
    print("open", open.value.count)
    exit(0)
  }
}
