// fault: stopped-by-an-old-stop
// verdict: suspect
// proof: run
// says: the last event of a fragment that comes back is that its view was destroyed; what that event stops ends at once
// source: trello-archive/RxLifecycle #94
// fix: the subscription is made after the event of the new view was sent

import Signals

private enum FragmentEvent: Sendable {
  case created, viewCreated, viewDestroyed
}

/// A fragment with a field to search in. Its view comes and goes while the fragment itself is kept.
private final class SearchFragment: Sendable {
  let searches = Shared(0)
  private let typed = PublishRelay<String>()
  private let lifecycle = BehaviorSubject(FragmentEvent.created)

  func showView() {
    if mended { lifecycle.next(.viewCreated) }
    bindField()
    if !mended { lifecycle.next(.viewCreated) }
  }

  func hideView() { lifecycle.next(.viewDestroyed) }

  func enter(_ word: String) { typed.accept(word) }

  func follow(_ each: @escaping @Sendable (String) -> Void) -> Disposable { typed.subscribe(next: each) }

  private func bindField() {
    let gone = lifecycle.filter { $0 == .viewDestroyed }
    _ = typed.take(until: gone).subscribe(next: { [searches] _ in searches.update { $0 += 1 } })  // LEAK
  }
}

/// The fragment that covers it for a while.
private final class ResultFragment: Sendable {
  private let bag = DisposeBag()

  func show() {
    Signal<Int>.interval(.milliseconds(8), on: QueueScheduler("result"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func hide() { bag.dispose() }
}

enum FragmentOnBackStack: LeakProgram {
  static func run() {
    let fragment = SearchFragment()
    let words = Shared(0)
    let keyboard = fragment.follow { _ in words.update { $0 += 1 } }
    for _ in 0..<4 {
      fragment.showView()
      for word in ["a", "ab", "abc"] {
        fragment.enter(word)
        pause(milliseconds: 6)
      }
      fragment.hideView()
      let result = ResultFragment()
      result.show()
      pause(milliseconds: 30)
      result.hide()
    }
    print("typed", words.value, "searched", fragment.searches.value)
    keyboard.dispose()
    withExtendedLifetime(fragment) {}
  }
}
