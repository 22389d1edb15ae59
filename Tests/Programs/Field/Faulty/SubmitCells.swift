// fault: added-to-disposed-holder
// verdict: likely
// proof: run
// says: the holder was disposed at the first reuse; each later subscription of the cell is disposed as it is added
// source: ReactiveX/RxSwift #353
// fix: a new holder is made when the old one is disposed

import Signals

private final class RowModel: Sendable {
  let submit = PublishRelay<Void>()
  let submitted: Signal<Int>

  init(_ number: Int) { submitted = submit.map { number } }
}

/// A row with a button, whose model is exchanged.
private final class SubmitCell {
  let taps = PublishRelay<Void>()
  private var bindings = CompositeDisposable()

  func show(_ model: RowModel) {
    bindings.add(taps.bind(to: model.submit))
  }

  func prepareForReuse() {
    bindings.dispose()  // LEAK
    if mended { bindings = CompositeDisposable() }
  }
}

enum SubmitCells: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let orders = Shared<[Int]>([])
    let models = (0..<8).map { RowModel($0) }
    Signal<Int>.merge(models.map(\.submitted))
      .subscribe(next: { number in orders.update { $0.append(number) } })
      .disposed(by: bag)
    let cells = [SubmitCell(), SubmitCell()]
    for (row, model) in models.enumerated() {
      let cell = cells[row % 2]
      if row >= 2 { cell.prepareForReuse() }
      cell.show(model)
      pause(milliseconds: 15)
      cell.taps.accept(())
    }
    print("submitted", orders.value)
    for cell in cells { cell.prepareForReuse() }
    bag.dispose()
  }
}
