// fault: cleanup-above-the-stop
// verdict: finding
// proof: nothing-recorded
// says: the end of a load counts down; a cell that is used again disposes its load, which then has no end: the count stays up
// source: ReactiveCocoa/ReactiveCocoa #1931
// fix: the cleanup stands below the stop, where the reuse of the cell is an end

import Signals

/// Loads images, and shows on the status bar that it does.
private final class ImageLoader: Sendable {
  let loading = Shared(0)
  private let network = QueueScheduler("network")

  /// The image, until `stop` sends.
  func image(_ name: String, until stop: Signal<Void>) -> Signal<String> {
    let image = Signal<Int>.timer(after: .milliseconds(30), on: network)
      .map { _ in "image of \(name)" }
      .onSubscribe { [loading] in loading.update { $0 += 1 } }
    let end: @Sendable () -> Void = { [loading] in loading.update { $0 -= 1 } }
    if mended { return image.take(until: stop).finally(end) }
    return image.finally(end).take(until: stop)  // LEAK
  }
}

/// A cell of a list; it is used for one row after another.
private final class ImageCell: Sendable {
  let shown = Shared("")
  private let reused = PublishRelay<Void>()
  private let loads = CompositeDisposable()

  func prepareForReuse() {
    reused.accept(())
    shown.update { $0 = "" }
  }

  func show(_ name: String, from loader: ImageLoader) {
    loads.add(
      loader.image(name, until: reused)
        .subscribe(next: { [shown] image in shown.update { $0 = image } }))
  }

  func remove() { loads.dispose() }
}

enum CellImages: LeakProgram {
  static func run() {
    let loader = ImageLoader()
    let rows = PublishRelay<Int>()
    let position = rows.map { $0 / 3 }.distinctUntilChanged().subscribe(next: { _ in })
    let cells = (0..<3).map { _ in ImageCell() }
    for row in 0..<9 {
      rows.accept(row)
      let cell = cells[row % 3]
      cell.prepareForReuse()
      cell.show("row \(row)", from: loader)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 90)
    print("shown", cells.count { !$0.shown.value.isEmpty }, "loading", loader.loading.value)
    position.dispose()
    for cell in cells { cell.remove() }
  }
}
