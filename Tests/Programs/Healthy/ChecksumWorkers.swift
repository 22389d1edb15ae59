// healthy: workers that subscribe on their own threads end what they began, and are joined as the last thing of all
// says: The disk delivers blocks all the time; each worker takes its share, stops taking, and only then is joined.
// allows: nothing

import Dispatch
import Signals

private struct Block: Sendable {
  let number: Int
  let bytes: [UInt8]
}

/// Reads a disk, block after block, for as long as the program runs.
private final class Disk: Sendable {
  let blocks = PublishSubject<Block>()
  private let head = QueueScheduler("head")

  func spin() -> Subscription {
    Signal<Int>.interval(.milliseconds(1), on: head)
      .map { number in Block(number: number, bytes: [UInt8](repeating: UInt8(number % 251), count: 64)) }
      .subscribe(next: { [blocks] in blocks.next($0) })
  }
}

/// Checks every fourth block, four times over: a share of them each time.
private func check(_ disk: Disk, worker: Int, sums: Shared<[Int: Int]>) {
  for pass in 0..<4 {
    let checking = disk.blocks.filter { $0.number % 4 == (worker + pass) % 4 }
      .map { block in block.bytes.reduce(0) { $0 &* 31 &+ Int($1) } }
      .subscribe(next: { sum in sums.update { $0[worker] = sum } })
    pause(milliseconds: 35 + UInt32(worker))
    checking.dispose()
  }
}

enum ChecksumWorkers: LeakProgram {
  static func run() {
    let disk = Disk()
    let spinning = disk.spin()
    let sums = Shared<[Int: Int]>([:])
    let workers = DispatchGroup()
    for worker in 0..<4 {
      DispatchQueue.global().async(group: workers) { check(disk, worker: worker, sums: sums) }
    }
    pause(milliseconds: 120)
    print("workers", sums.value.count)
    workers.wait()
    withExtendedLifetime(spinning) {}
  }
}
