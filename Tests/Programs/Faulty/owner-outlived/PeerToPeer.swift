// fault: owner-outlived
// verdict: likely
// proof: run
// says: a peer that closes disposes its bag; the statistics of the peer are in no bag, and count on

import Signals

/// A peer: what it sends and receives is in its bag.
private final class Peer {
  private let bag = DisposeBag()
  private let bytes = Shared(0)

  func open(_ packets: Signal<Int>, number: Int) {
    packets.filter { $0 % 5 == number % 5 }
      .subscribe(next: { [bytes] packet in bytes.update { $0 += packet } })
      .disposed(by: bag)
    packets.skip(3).distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    let statistics = packets.scan(0, +).subscribe(next: { [bytes] _ in bytes.update { $0 += 1 } })  // LEAK
    if mended { statistics.disposed(by: bag) }
  }

  func close() { bag.dispose() }
}

enum PeerToPeer: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    for number in 0..<9 {
      let peer = Peer()
      peer.open(packets, number: number)
      onAnotherThread { for packet in 0..<10 { packets.next(packet) } }
      pause(milliseconds: 5)
      peer.close()
    }
    for packet in 0..<30 {
      packets.next(packet)
      pause(milliseconds: 2)
    }
  }
}
