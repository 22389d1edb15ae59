// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: draining ends the stream of connections above bind; the health checks that bind has begun go on for ever

import Signals
import Synchronization

private struct Upstream: Sendable {
  let host: String
  let checks: QueueScheduler

  func health() -> Signal<Bool> {
    Signal<Int>.interval(.milliseconds(4), on: checks).map { $0 % 5 != 4 }.distinctUntilChanged()
  }
}

/// A proxy: accepts on one thread, checks the machines behind it on another, and writes an access log all the while.
private final class Proxy: Sendable {
  let accepted = PublishSubject<String>()
  let draining = PublishSubject<Void>()
  let log = PublishSubject<String>()
  let healthy = Atomic<Int>(0)
  private let checks = QueueScheduler("checks")
  private let bag = DisposeBag()

  func start() {
    log.scanIndexed(0) { bytes, line, index in bytes + line.utf8.count + index }
      .subscribe(next: { _ in })
      .disposed(by: bag)
    let stops = mended ? accepted.map { $0 } : accepted.take(until: draining)
    let checked = stops.bind { [checks] host, stop in  // LEAK
      if host.isEmpty { stop = true }
      return Upstream(host: host, checks: checks).health()
    }
    (mended ? checked.take(until: draining) : checked)
      .subscribe(next: { isUp in if isUp { self.healthy.add(1, ordering: .relaxed) } })
      .disposed(by: bag)
  }
}

enum ProxyCluster: LeakProgram {
  static func run() {
    let proxy = Proxy()
    proxy.start()
    let accepted = Flag()
    let acceptor = QueueScheduler("acceptor")
    acceptor.schedule {
      for number in 0..<4 {
        proxy.accepted.next("10.0.0.\(number)")
        for line in 0..<5 { proxy.log.next("GET /\(line)") }
      }
      accepted.raise()
    }
    accepted.wait()
    pause(milliseconds: 25)
    proxy.draining.next(())
    for line in 0..<10 { proxy.log.next("bye \(line)") }
    pause(milliseconds: 90)
    print("up", proxy.healthy.load(ordering: .relaxed) > 0)
  }
}
