// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the size of a text and the height of its line are bound both ways by factors that disagree: one sets the other until both are 0

import Signals

/// The settings of a reader for books: whoever changes the size changes the height, and the other way round.
private struct TextStyleForm {
  let size = BehaviorRelay(1600)
  let lineHeight = BehaviorRelay(1920)
  let changes = Shared(0)
  private let bag = DisposeBag()

  init() {
    size.distinctUntilChanged()
      .do(onNext: { [changes] _ in changes.update { $0 += 1 } })
      .map { $0 * 6 / 5 }
      .bind(to: lineHeight)  // LEAK
      .disposed(by: bag)
    lineHeight.distinctUntilChanged()
      .map { mended ? ($0 * 5 + 5) / 6 : $0 * 4 / 5 }
      .bind(to: size)  // LEAK
      .disposed(by: bag)
  }
}

enum LineHeightFields: LeakProgram {
  static func run() {
    let form = TextStyleForm()
    for size in [1200, 1450, 1800, 2100] {
      form.size.accept(size)
      pause(milliseconds: 20)
    }
    print("size", form.size.value, "after", form.changes.value, "changes")
  }
}
