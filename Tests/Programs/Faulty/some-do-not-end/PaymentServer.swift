// fault: some-do-not-end
// verdict: likely
// proof: run
// says: of four routes one does not dispose what it has subscribed to for its request

import Signals

/// A server with four routes; each follows the request's connection while it works.
enum PaymentServer: LeakProgram {
  static func run() {
    let rates = PublishSubject<Int>()
    let routes: [String: @Sendable (Signal<Int>) -> Void] = [
      "/pay": { work($0).dispose() },
      "/refund": { work($0).dispose() },
      "/status": { work($0).dispose() },
      "/events": { rates in
        let listening = rates.subscribe(next: { _ in })  // LEAK
        _ = rates.take(1).subscribe(next: { _ in })
        if mended { listening.dispose() }
      },
    ]
    let requests = ["/pay", "/events", "/status", "/pay", "/refund", "/events", "/status", "/pay", "/events"]
    for request in requests {
      onAnotherThread {
        routes[request]?(rates)
        rates.next(request.count)
      }
    }
    for rate in 0..<12 { rates.next(rate) }
    pause(milliseconds: 40)
  }

  private static func work(_ rates: Signal<Int>) -> Subscription {
    rates.filter { $0 > 3 }.subscribe(next: { _ in })
  }
}
