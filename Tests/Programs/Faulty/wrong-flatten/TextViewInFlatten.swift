// fault: wrong-flatten
// ported: ReactiveCocoa/ReactiveCocoa#663
// verdict: suspect
// proof: run
// says: each new text view is followed beside those before it: flattenMap was used where map and switchToLatest belong

import Signals

/// Follows the text of the view that a window has at the moment; views are replaced.
enum TextViewInFlatten: LeakProgram {
  static func run() {
    let views = BehaviorSubject(TextView())
    let text: Signal<String>
    if mended {
      text = views.map { $0.text }.switchToLatest()
    } else {
      text =
        views
        .flatMap { $0.text }  // LEAK
    }
    let window = DisposeBag()
    text.subscribe(next: { _ in }).disposed(by: window)
    var shown = [views.value]
    for number in 0..<8 {
      let view = TextView()
      shown.append(view)
      views.next(view)
      for view in shown { view.text.next("text \(number)") }
    }
    pause(milliseconds: 25)
    withExtendedLifetime(window) {}
  }
}

private final class TextView: Sendable {
  let text = PublishSubject<String>()
}
