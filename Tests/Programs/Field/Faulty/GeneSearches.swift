// fault: asked-twice
// verdict: finding
// proof: run
// says: a request is announced to the alerts and returned to its caller; both subscribe, and it is posted twice
// source: legumeinfo/gcv #136
// fix: the request is shared before it is announced and returned

import Signals

private struct GenomeRequest: Sendable {
  let path: String
  let answer: Signal<[String]>
}

/// A server with genomes. A request goes out for each subscription.
private final class GenomeServer: Sendable {
  let posts = Shared(0)
  private let network = QueueScheduler("network")

  func post(_ path: String, _ body: String) -> Signal<[String]> {
    Signal<[String]>.deferred { [posts, network] in
      posts.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(8), on: network)
        .map { _ in ["\(path) of \(body) 1", "\(path) of \(body) 2"] }
    }
  }
}

/// Makes requests, and announces each of them to whoever shows how far it is.
private final class GenomeService: Sendable {
  let requests = PublishSubject<GenomeRequest>()
  private let server: GenomeServer

  init(_ server: GenomeServer) { self.server = server }

  func search(_ path: String, _ gene: String) -> Signal<[String]> {
    let request = server.post(path, gene)
    let answer = mended ? request.share() : request  // LEAK
    requests.next(GenomeRequest(path: path, answer: answer))
    return answer
  }
}

/// Tells of each request, above the viewer.
private final class AlertsPanel: Sendable {
  let alerts = Shared<[String]>([])
  private let bag = DisposeBag()

  init(_ service: GenomeService) {
    service.requests
      .flatMap { request in request.answer.map { "\(request.path): \($0.count) tracks" } }
      .subscribe(next: { [alerts] alert in alerts.update { $0.append(alert) } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

private final class GeneViewer: Sendable {
  let tracks = Shared(0)
  private let bag = DisposeBag()

  func open(_ gene: String, _ service: GenomeService) {
    for path in ["chromosome", "micro-tracks"] {
      service.search(path, gene)
        .subscribe(next: { [tracks] found in tracks.update { $0 += found.count } })
        .disposed(by: bag)
    }
  }

  func close() { bag.dispose() }
}

enum GeneSearches: LeakProgram {
  static func run() {
    let server = GenomeServer()
    let service = GenomeService(server)
    let panel = AlertsPanel(service)
    var tracks = 0
    for gene in ["vigun.03g2079", "phavu.003G0", "glyma.07G22"] {
      let viewer = GeneViewer()
      viewer.open(gene, service)
      pause(milliseconds: 35)
      tracks += viewer.tracks.value
      viewer.close()
    }
    print("posts", server.posts.value, "tracks", tracks, "alerts", panel.alerts.value.count)
    panel.close()
  }
}
