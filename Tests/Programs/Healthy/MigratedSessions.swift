// healthy: sessions are taken out of what holds them without being disposed
// says: A session that moves to another edge is put there first, and ends there, by itself or as that edge closes.
// allows: nothing

import Signals
import Synchronization

private final class SessionLink: Sendable {
  let user: Int
  let messages = Atomic<Int>(0)
  let left = PublishSubject<Void>()

  init(_ user: Int) { self.user = user }
}

/// Where messages for all users come from.
private final class MessageBus: Sendable {
  let messages = PublishSubject<(user: Int, text: String)>()

  func inbox(of user: Int) -> Signal<String> {
    messages.filter { $0.user == user }.map { $0.text }
  }
}

/// A process at the edge of the network, which holds the sessions of its users.
private final class Edge: Sendable {
  private let bus: MessageBus
  private let held = CompositeDisposable()
  private let handles = Shared<[Int: Disposable]>([:])

  init(_ bus: MessageBus) { self.bus = bus }

  var users: [Int] { handles.value.keys.sorted() }

  func accept(_ link: SessionLink) {
    let handle = bus.inbox(of: link.user)
      .take(until: link.left)
      .subscribe(next: { _ in link.messages.add(1, ordering: .relaxed) })
    adopt(handle, of: link.user)
  }

  private func adopt(_ handle: Disposable, of user: Int) {
    handles.update { $0[user] = handle }
    held.add(handle)
  }

  /// Gives a session to another edge; nothing that is sent meanwhile is lost.
  func migrate(_ user: Int, to other: Edge) {
    guard let handle = handles.update({ $0.removeValue(forKey: user) }) else { return }
    other.adopt(handle, of: user)
    held.remove(handle)
  }

  func close() {
    held.dispose()
    handles.update { $0.removeAll() }
  }
}

enum MigratedSessions: LeakProgram {
  static func run() {
    let bus = MessageBus()
    let edges = [Edge(bus), Edge(bus), Edge(bus)]
    let links = (0..<15).map { SessionLink($0) }
    for link in links { edges[link.user % 2].accept(link) }
    func talk(_ rounds: Int) {
      for round in 0..<rounds {
        for user in links.indices { bus.messages.next((user: user, text: "round \(round)")) }
        pause(milliseconds: 9)
      }
    }
    talk(4)
    // The first edge is drained for an update, and filled again by the second.
    for user in edges[0].users { edges[0].migrate(user, to: edges[2]) }
    edges[0].close()
    talk(4)
    for user in edges[2].users where user % 4 == 0 { edges[2].migrate(user, to: edges[1]) }
    for link in links where link.user % 3 == 0 { link.left.next(()) }
    talk(4)
    edges[2].close()
    talk(2)
    edges[1].close()
    talk(1)
    print("messages", links.map { $0.messages.load(ordering: .relaxed) }.reduce(0, +))
  }
}
