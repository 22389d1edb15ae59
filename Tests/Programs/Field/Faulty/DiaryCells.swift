// fault: bag-outlives-reuse
// verdict: likely
// proof: run
// says: each reuse of a cell subscribes to its button once more, and the bag of the list keeps all of these
// source: ReactiveX/RxSwift #437
// fix: the subscription goes into a bag of the cell, which is replaced when the cell is prepared for reuse

import Signals

private final class DiaryCell {
  let commentTaps = PublishRelay<Void>()
  private(set) var bag = DisposeBag()

  func prepareForReuse() { bag = DisposeBag() }
}

/// A list that shows eighteen entries of a diary in four cells.
private final class DiaryList {
  let entries = BehaviorRelay<[String]>([])
  let alerts = Shared(0)
  let title = Shared("")
  private let bag = DisposeBag()
  private var cells: [DiaryCell] = []

  init() {
    entries.map { "\($0.count) entries" }
      .subscribe(next: { [title] text in title.update { $0 = text } })
      .disposed(by: bag)
  }

  func scroll(to row: Int) -> DiaryCell {
    let cell: DiaryCell
    if cells.count < 4 {
      cell = DiaryCell()
    } else {
      cell = cells.removeFirst()
      cell.prepareForReuse()
    }
    cells.append(cell)
    cell.commentTaps
      .subscribe(next: { [alerts] in alerts.update { $0 += 1 } })
      .disposed(by: mended ? cell.bag : bag)  // LEAK
    return cell
  }
}

enum DiaryCells: LeakProgram {
  static func run() {
    let list = DiaryList()
    list.entries.accept((0..<18).map { "Day \($0)" })
    for row in 0..<18 {
      let cell = list.scroll(to: row)
      if row % 3 == 0 { cell.commentTaps.accept(()) }
      pause(milliseconds: 12)
    }
    print(list.title.value, "alerts", list.alerts.value)
    withExtendedLifetime(list) {}
  }
}
