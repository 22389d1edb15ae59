// healthy: removed from an owner without disposal, on one thread, and for a while in none
// says: A session that moves to another worker is taken out there, sent as a message, and added here a little later.
// allows: nothing

import Signals
import Synchronization

private struct Session: Sendable {
  let number: Int
  let reading: Subscription
}

/// Has sessions in its composite, and a queue by which others hand it theirs.
private final class Worker: Sendable {
  private let sessions = CompositeDisposable()
  private let queue: QueueScheduler
  private let held = Mutex<[Int: Subscription]>([:])

  init(_ name: StaticString) { queue = QueueScheduler(name) }

  func receive(_ session: Session) {
    queue.schedule(after: .milliseconds(4)) { [self] in
      sessions.add(session.reading)
      held.withLock { $0[session.number] = session.reading }
    }
  }

  func handOver(_ number: Int, to other: Worker) {
    guard let reading = held.withLock({ $0.removeValue(forKey: number) }) else { return }
    sessions.remove(reading)
    other.receive(Session(number: number, reading: reading))
  }

  func stop() { sessions.dispose() }
}

enum HandoffBetweenWorkers: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    let workers = [Worker("worker 1"), Worker("worker 2"), Worker("worker 3")]
    for number in 0..<12 {
      let reading = packets.filter { $0 % 12 == number }.subscribe(next: { _ in })
      workers[number % 3].receive(Session(number: number, reading: reading))
    }
    pause(milliseconds: 10)
    for round in 0..<8 {
      let number = round % 12
      onAnotherThread { workers[number % 3].handOver(number, to: workers[(number + 1) % 3]) }
      for packet in 0..<12 { packets.next(packet) }
      pause(milliseconds: 8)
    }
    for worker in workers { worker.stop() }
    for packet in 0..<24 { packets.next(packet) }
    pause(milliseconds: 20)
  }
}
