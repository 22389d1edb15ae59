// healthy: the object that subscribes is gone right afterwards, and its subscriptions stay
// says: An installer sets up the routes of a module and is done; they are the server's, whose bag ends them as it stops.
// allows: nothing

import Signals
import Synchronization

private struct Request: Sendable {
  let path: String
  let number: Int
}

private final class WebServer: Sendable {
  let requests = PublishSubject<Request>()
  let responses = PublishSubject<String>()
  private let routes = Shared<[DisposeBag]>([])
  private let served = Atomic<Int>(0)

  var count: Int { served.load(ordering: .relaxed) }

  init() {
    let statistics = DisposeBag(of: self)
    responses
      .subscribe(next: { [weak self] _ in self?.served.add(1, ordering: .relaxed) })
      .disposed(by: statistics)
    routes.update { $0.append(statistics) }
  }

  func mount(_ module: DisposeBag) { routes.update { $0.append(module) } }

  func stop() {
    for module in routes.value { module.dispose() }
    requests.completed()
  }
}

/// Sets up what a module answers to.
private final class ModuleInstaller: Sendable {
  private let prefix: String
  private let installed = Atomic<Int>(0)
  private let module = DisposeBag()

  init(_ prefix: String) { self.prefix = prefix }

  func route(
    _ name: String, on server: WebServer, _ handle: @escaping @Sendable (Request) async throws -> String
  ) -> Self {
    let path = "/\(prefix)/\(name)"
    server.requests
      .filter { $0.path == path }
      .flatMapAsync(maxConcurrent: 4) { request in try await handle(request) }
      .retry(3)
      .subscribe(next: { [responses = server.responses] in responses.next($0) }, error: { _ in })
      .disposed(by: module)
    installed.add(1, ordering: .relaxed)
    return self
  }

  func install(into server: WebServer) { server.mount(module) }
}

enum RouteInstallers: LeakProgram {
  static func run() {
    let server = WebServer()
    for prefix in ["users", "orders", "search", "admin"] {
      ModuleInstaller(prefix)
        .route("list", on: server) { request in
          try await Task.sleep(for: .milliseconds(4))
          return "200 \(request.path)"
        }
        .route("item", on: server) { request in "200 \(request.number)" }
        .install(into: server)
    }
    for number in 0..<36 {
      let prefix = ["users", "orders", "search"][number % 3]
      let name = number % 2 == 0 ? "list" : "item"
      onAnotherThread { server.requests.next(Request(path: "/\(prefix)/\(name)", number: number)) }
      pause(milliseconds: 8)
    }
    pause(milliseconds: 40)
    server.stop()
    print("served", server.count)
  }
}
