// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: who leaves is cancelled; who is kicked is only taken off the list, and the task of their connection reads every snapshot

import Signals

private struct Snapshot: Sendable {
  let tick: Int
  let positions: [Int]
}

/// What is sent to a player.
private actor Outbox {
  private(set) var bytes = 0
  func send(_ snapshot: Snapshot) { bytes += snapshot.positions.count * 8 }
}

private final class Arena: Sendable {
  let snapshots = PublishSubject<Snapshot>()
  let outbox = Outbox()
  private let connections = Shared<[Int: Task<Void, Never>]>([:])

  var players: Int { connections.value.count }

  func join(_ player: Int) {
    let seen = snapshots.filter { $0.tick % 2 == player % 2 }
    let connection = Task { [outbox] in
      do {
        for try await snapshot in seen.values(buffering: .newest(2)) { await outbox.send(snapshot) }  // LEAK
      } catch { print("lost", player) }
    }
    connections.update { $0[player] = connection }
  }

  func leave(_ player: Int) { connections.update { $0.removeValue(forKey: player) }?.cancel() }

  func kick(_ player: Int) {
    let connection = connections.update { $0.removeValue(forKey: player) }
    if mended { connection?.cancel() }
  }
}

enum KickedPlayers: LeakProgram {
  static func run() {
    let arena = Arena()
    let replay = arena.snapshots.filter { $0.tick % 10 == 0 }.subscribe(next: { _ in })
    for tick in 0..<64 {
      if tick % 4 == 0 { arena.join(tick / 4) }
      pause(milliseconds: 4)
      arena.snapshots.next(Snapshot(tick: tick, positions: [tick, tick + 1]))
      guard tick % 4 == 3, tick > 12 else { continue }
      let player = tick / 4 - 3
      if player % 3 == 1 { arena.kick(player) } else { arena.leave(player) }
    }
    for player in 13..<16 { arena.leave(player) }
    for tick in 64..<84 {
      arena.snapshots.next(Snapshot(tick: tick, positions: []))
      pause(milliseconds: 4)
    }
    replay.dispose()
    print("players", arena.players)
  }
}
