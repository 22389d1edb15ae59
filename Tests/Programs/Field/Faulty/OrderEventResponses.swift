// fault: endless-heartbeat
// verdict: suspect
// proof: run
// says: each response merges its events with a heartbeat that never ends, so it beats on when the events are over
// source: PicnicSupermarket/reactive-support #12
// fix: the events are shared within the response, and the heartbeat is taken until they end

import Dispatch
import Signals

private enum Frame: Sendable {
  case event(Int)
  case heartbeat
}

/// One answer of the server, as a browser holds it open.
private final class Response: Sendable {
  let frames = Shared(0)
  let isClosed = Shared(false)
  private let bag = DisposeBag()

  func write(_ body: Signal<Frame>) {
    body
      .subscribe(
        next: { [frames] _ in frames.update { $0 += 1 } },
        completed: { [isClosed] in isClosed.update { $0 = true } }
      )
      .disposed(by: bag)
  }
}

/// Streams the steps of an order, with a heartbeat that keeps proxies from closing the line.
private final class OrderEvents: Sendable {
  private let steps = QueueScheduler("steps")
  private let hearts = QueueScheduler("hearts")

  func body(of order: Int) -> Signal<Frame> {
    let events = Signal<Int>.interval(.milliseconds(6), on: steps).take(3 + order % 3).map { Frame.event($0) }
    let beats = Signal<Int>.interval(.milliseconds(15), on: hearts).map { _ in Frame.heartbeat }
    guard mended else { return events.merge(beats) }  // LEAK
    return events.multicast(makeSubject: { PublishSubject() }) { shared in
      shared.merge(beats.take(until: shared.ignoreElements()))
    }
  }
}

enum OrderEventResponses: LeakProgram {
  static func run() {
    let orders = OrderEvents()
    let load = Signal<Int>.interval(.milliseconds(40), on: QueueScheduler("load"))
      .scan(0) { sum, _ in sum + 1 }
      .subscribe(next: { _ in })
    var responses: [Response] = []
    for order in 0..<20 {
      let response = Response()
      response.write(orders.body(of: order))
      responses.append(response)
      pause(milliseconds: 18)
    }
    pause(milliseconds: 150)
    print("closed", responses.count { $0.isClosed.value }, "of", responses.count)
    load.dispose()
    killed(holding: responses as AnyObject)
  }
}
