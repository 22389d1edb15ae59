import Testing

@testable import Fixing

/// Edits that find the moment at which a handle should be disposed.
@Suite struct LifetimeTests {
  private func changes(_ kind: String, _ source: String, at text: String, _ name: String = "subscribe")
    -> [String]
  {
    let repairing = Repairing(source)
    return repairing.changes(kind, [("site", repairing.site(name, text))])
  }

  private func reason(_ kind: String, _ source: String, at text: String, _ name: String = "subscribe")
    -> String?
  {
    let repairing = Repairing(source)
    return repairing.reason(kind, [("site", repairing.site(name, text))])
  }

  @Test func `A connection goes with the other handles of its block, also where the report names publish()`()
  {
    let source = """
      func run() {
        for chart in 0..<12 {
          let shared = prices.map { $0 + chart }.publish()
          let line = shared.signal.subscribe(next: { _ in })
          let connection = shared.connect()
          show()
          line.dispose()
          pause()
        }
      }
      """
    #expect(changes("disposeConnection", source, at: "connect()", "connect") == ["+    connection.dispose()"])
    #expect(changes("disposeConnection", source, at: "publish()", "publish") == ["+    connection.dispose()"])
  }

  @Test func `A round of a loop disposes what only the bag of all rounds has`() {
    let source = """
      func run() {
        let all = CompositeDisposable()
        for request in 0..<50 {
          let logged = audit.subscribe(next: { _ in })
          all.add(logged)
          answer(request)
        }
        all.dispose()
      }
      """
    #expect(changes("disposeSooner", source, at: "audit") == ["+    logged.dispose()"])
  }

  @Test func `A handle that other code uses is not disposed at the end of the block`() {
    let source = """
      func run() {
        for request in 0..<50 {
          let logged = audit.subscribe(next: { _ in })
          keep(of: request, logged)
        }
      }
      """
    #expect(reason("disposeSooner", source, at: "audit") != nil)
  }

  @Test func `A bag outside of a loop would hold the handles of all rounds`() {
    let source = """
      func run() {
        let bag = DisposeBag()
        for request in 0..<50 {
          _ = audit.subscribe(next: { _ in })
          answer(request)
        }
      }
      """
    #expect(reason("keepHandle", source, at: "audit")?.contains("no bag") == true)
  }

  @Test func `Taken out of a dictionary, a handle is disposed`() {
    let source = """
      final class Routes {
        private var routes: [Int: Disposable] = [:]
        func begin(_ route: Int) {
          routes[route] = positions.subscribe(next: { _ in })
        }
        func finish(_ route: Int) { routes.removeValue(forKey: route)?.dispose() }
        func cancel(_ route: Int) { routes[route] = nil }
        func drop(_ route: Int) {
          routes.removeValue(forKey: route)
          let old = routes.removeValue(forKey: route + 1)
          draw()
        }
      }
      """
    #expect(
      changes("keepHandle", source, at: "positions") == [
        "-  func cancel(_ route: Int) { routes[route] = nil }",
        "+  func cancel(_ route: Int) { routes.removeValue(forKey: route)?.dispose() }",
        "-    routes.removeValue(forKey: route)", "+    routes.removeValue(forKey: route)?.dispose()",
        "+    old?.dispose()",
      ])
  }

  @Test func `A dictionary that is emptied by those who dispose stays as it is`() {
    let source = """
      final class Routes {
        private var routes: [Int: Disposable] = [:]
        init() {
          routes[0] = positions.subscribe(next: { _ in })
        }
        func finish(_ route: Int) {
          routes[route]?.dispose()
          routes[route] = nil
        }
      }
      """
    #expect(reason("giveItAnEnd", source, at: "positions") != nil)
  }

  @Test func `The old handle behind a lock is disposed outside of the lock`() {
    let source = """
      final class Player {
        private let progress = Mutex<Disposable?>(nil)
        private let feeds = Shared<[String: Disposable]>([:])
        func play(_ track: Int) {
          let handle = position.subscribe(next: { _ in })
          progress.withLock { $0 = handle }
        }
        func follow(_ symbol: String) {
          let feed = deltas.subscribe(next: { _ in })
          feeds.update { $0[symbol] = feed }
        }
      }
      """
    #expect(
      changes("disposeBeforeReplacing", source, at: "position.") == [
        "+    progress.withLock { $0 }?.dispose()"
      ])
    #expect(
      changes("disposeBeforeReplacing", source, at: "deltas") == [
        "+    feeds.update { $0[symbol] }?.dispose()"
      ])
  }

  @Test func `Nothing is replaced while an object is made`() {
    let source = """
      struct Row {
        var shown: Disposable?
        init() {
          shown = prices.subscribe(next: { _ in })
        }
      }
      """
    #expect(reason("disposeBeforeReplacing", source, at: "prices")?.contains("no old handle") == true)
  }

  @Test func `A property is disposed in all functions that dispose others without it`() {
    let source = """
      final class Page {
        private let bag = DisposeBag()
        private let connection: Disposable
        init() {
          connection = trades.connect()
        }
        func close() {
          bag.dispose()
          connection.dispose()
        }
        func swipeAway() {
          bag.dispose()
        }
      }
      """
    #expect(changes("disposeConnection", source, at: "trades", "connect") == ["+    connection.dispose()"])
  }

  @Test func `An owner that goes disposes what it has`() {
    let source = """
      final class Camera {
        private let working = CompositeDisposable()
        private var following: Subscription?

        init() {
          working.add(frames.subscribe(next: { _ in }))
        }

        func connect() {
          following = movements.subscribe(next: { [weak self] _ in self?.brighten() })
        }
      }
      """
    #expect(
      changes("disposeWithOwner", source, at: "frames") == ["+", "+  deinit { working.dispose() }"])
    #expect(
      changes("disposeWithOwner", source, at: "movements").last == "+  deinit { following?.dispose() }")
    let held = source.replacing("[weak self] _ in self?.", with: "_ in self.")
    #expect(reason("disposeWithOwner", held, at: "movements") != nil)
  }

  @Test func `Two deinits are one`() {
    let source = """
      final class Camera {
        private var following: Subscription?
        func connect() {
          following = movements.subscribe(next: { _ in })
        }
        deinit { log() }
      }
      """
    #expect(
      changes("disposeWithOwner", source, at: "movements") == [
        "-  deinit { log() }", "+  deinit {", "+    following?.dispose()", "+    log()", "+  }",
      ])
  }
}
