// fault: one-place-for-several-subscribers
// verdict: finding
// proof: run
// says: the proxy keeps one handler for each event of the view; the second subscriber takes the place of the first
// source: CombineCommunity/CombineCocoa #46
// fix: the proxy keeps all handlers of an event

import Signals

private typealias ItemHandler = @Sendable (Int) -> Void

/// The delegate of a view: it passes on what the view tells.
private final class DelegateProxy: Sendable {
  private let handlers = Shared<[String: [ItemHandler]]>([:])

  func intercept(_ event: String, _ handler: @escaping ItemHandler) {
    if mended {
      handlers.update { $0[event, default: []].append(handler) }
    } else {
      handlers.update { $0[event] = [handler] }  // LEAK
    }
  }

  func call(_ event: String, _ item: Int) {
    for handler in handlers.value[event] ?? [] { handler(item) }
  }
}

/// A view with items. It has one delegate.
private final class CollectionView: Sendable {
  private let proxy = DelegateProxy()

  var didSelectItem: Signal<Int> { events("didSelect") }
  var willDisplayItem: Signal<Int> { events("willDisplay") }

  func display(_ item: Int) { proxy.call("willDisplay", item) }
  func tap(_ item: Int) { proxy.call("didSelect", item) }

  private func events(_ name: String) -> Signal<Int> {
    Signal<Int>.create { [proxy] subscriber in
      proxy.intercept(name) { subscriber.next($0) }
      return nil
    }
  }
}

enum SelectedItems: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let view = CollectionView()
    let displayed = Shared(0)
    let opened = Shared(0)
    let requests = Shared(0)
    view.willDisplayItem
      .subscribe(next: { _ in displayed.update { $0 += 1 } })
      .disposed(by: bag)
    view.didSelectItem
      .subscribe(next: { _ in opened.update { $0 += 1 } })
      .disposed(by: bag)
    view.didSelectItem
      .subscribe(next: { _ in requests.update { $0 += 1 } })
      .disposed(by: bag)
    for item in 0..<8 {
      view.display(item)
      if item % 2 == 1 { view.tap(item) }
      pause(milliseconds: 15)
    }
    print("displayed", displayed.value, "opened", opened.value, "requests", requests.value)
    bag.dispose()
  }
}
