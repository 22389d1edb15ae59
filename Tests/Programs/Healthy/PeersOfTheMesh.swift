// healthy: timers of one line, begun again and again; five tick at the end, handles let go
// says: Each peer that is there is sent a heartbeat; who leaves takes the timer along, and five are there at the end.
// allows: nothing

import Signals

private struct Heartbeat: Sendable {
  let peer: Int
  let number: Int
}

private final class Mesh: Sendable {
  private let left = PublishSubject<Int>()
  private let beats = PublishSubject<Heartbeat>()
  private let members = Shared<Set<Int>>([])
  private let clock = QueueScheduler("mesh")

  func join(_ peer: Int) {
    members.update { _ = $0.insert(peer) }
    let beats = beats
    _ = Signal<Int>.interval(.milliseconds(9), on: clock)
      .map { Heartbeat(peer: peer, number: $0) }
      .take(until: left.filter { $0 == peer })
      .subscribe(next: { beats.next($0) })
  }

  func leave(_ peer: Int) {
    members.update { _ = $0.remove(peer) }
    left.next(peer)
  }

  var size: Int { members.value.count }
  var heartbeats: Signal<Heartbeat> { beats }
}

enum PeersOfTheMesh: LeakProgram {
  static func run() {
    let mesh = Mesh()
    let slowest = mesh.heartbeats.filter { $0.number > 3 }.throttle(
      for: .milliseconds(20), on: QueueScheduler("slowest")
    ).subscribe(next: { _ in })
    for peer in 0..<22 {
      mesh.join(peer)
      pause(milliseconds: 14)
      if peer >= 5 { mesh.leave(peer - 5) }
    }
    pause(milliseconds: 30)
    // Two go, and two come.
    mesh.leave(18)
    mesh.leave(20)
    mesh.join(22)
    mesh.join(23)
    pause(milliseconds: 150)
    print("peers", mesh.size)
    slowest.dispose()
    withExtendedLifetime(mesh) {}
  }
}
