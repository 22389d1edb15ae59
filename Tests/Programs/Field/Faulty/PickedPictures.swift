// fault: waits-for-an-end-that-never-comes
// verdict: finding
// proof: run
// says: the picker is closed as the picture is complete, but the picks are flattened, and they never end: it stays open
// source: ReactiveCocoa/ReactiveCocoa #1962
// fix: only the first pick is taken, and the chain ends with its picture

import Signals

/// Lets the user pick a picture. It tells of each pick, and never ends that by itself.
private final class PicturePicker: Sendable {
  let isOpen = Shared(true)
  private let picks = PublishRelay<String>()

  var didFinishPicking: Signal<String> { picks }

  func pick(_ name: String) { picks.accept(name) }

  func dismiss() { isOpen.update { $0 = false } }
}

/// A screen with the picture of the user.
private final class ProfileScreen: Sendable {
  let picture = BehaviorRelay("none")
  private let work = QueueScheduler("pictures")
  private let bag = DisposeBag()

  func choose(with picker: PicturePicker) {
    let pictures: Signal<String>
    if mended {
      pictures = picker.didFinishPicking.take(1).flatMap { [work] in Self.process($0, on: work) }
    } else {
      pictures = picker.didFinishPicking.flatMap { [work] in Self.process($0, on: work) }  // LEAK
    }
    pictures
      .subscribe(
        next: { [picture] name in picture.accept(name) },
        completed: { picker.dismiss() }
      )
      .disposed(by: bag)
  }

  private static func process(_ name: String, on work: QueueScheduler) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(8), on: work).map { _ in "small \(name)" }
  }
}

enum PickedPictures: LeakProgram {
  static func run() {
    let screen = ProfileScreen()
    let shown = Shared("")
    let label = screen.picture.subscribe(next: { name in shown.update { $0 = name } })
    var pickers: [PicturePicker] = []
    for name in ["beach", "cat", "tower"] {
      let picker = PicturePicker()
      screen.choose(with: picker)
      pause(milliseconds: 15)
      picker.pick(name)
      pause(milliseconds: 40)
      pickers.append(picker)
    }
    pause(milliseconds: 80)
    print("shown", shown.value, "still open", pickers.count { $0.isOpen.value })
    label.dispose()
    withExtendedLifetime(screen) {}
  }
}
