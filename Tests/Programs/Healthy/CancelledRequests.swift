// healthy: values and ends dropped at disposed subscribers, a while after the disposal
// says: A request that is cancelled is still answered, since the server had it already; the answer comes for nobody.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Client: Sendable {
  private let network = DispatchQueue(label: "network")

  func get(_ path: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      self.network.asyncAfter(deadline: .now() + .milliseconds(12)) {
        subscriber.next(path * 2)
        subscriber.completed()
      }
      return nil
    }
  }
}

private final class Page: Sendable {
  let text = Shared(0)
  private let bag = DisposeBag()

  func open(_ path: Int, _ client: Client) {
    client.get(path).subscribe(next: { [weak self] text in self?.text.update { $0 = text } }).disposed(
      by: bag)
  }
}

enum CancelledRequests: LeakProgram {
  static func run() {
    let client = Client()
    var shown = 0
    for path in 0..<40 {
      let page = Page()
      page.open(path, client)
      pause(milliseconds: path % 4 == 0 ? 16 : 3)
      shown += page.text.value > 0 ? 1 : 0
    }
    print("shown", shown > 0)
  }
}
