// fault: owner-grows
// verdict: suspect
// proof: run
// says: what a row shows goes into the bag of the list instead of that of the cell, and stays as the cell is used again

import Signals

private final class ConversationCell {
  private(set) var bag = DisposeBag()
  func prepareForReuse() { bag = DisposeBag() }
}

/// A list of conversations whose three cells show badges.
private final class ConversationList {
  private let bag = DisposeBag()
  private let cells = (0..<3).map { _ in ConversationCell() }
  private let unread: Signal<(room: Int, count: Int)>
  private let drawn = Shared(0)

  init(_ unread: Signal<(room: Int, count: Int)>) { self.unread = unread }

  var drawings: Int { drawn.value }

  func show(_ row: Int) {
    let cell = cells[row % cells.count]
    cell.prepareForReuse()
    let counts = unread.filter { $0.room == row }.map { $0.count }
    counts
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })  // LEAK
      .disposed(by: mended ? cell.bag : bag)  // LEAK
  }
}

enum BadgedRows: LeakProgram {
  static func run() {
    let unread = PublishSubject<(room: Int, count: Int)>()
    let list = ConversationList(unread)
    for row in 0..<90 {
      list.show(row)
      unread.next((room: row, count: 1))
      if row % 9 == 0 { pause(milliseconds: 6) }
    }
    let before = list.drawings
    for row in 0..<90 { unread.next((room: row, count: 2)) }
    print("drawn", list.drawings - before, "badges, of which 3 can be seen")
    withExtendedLifetime(list) {}
  }
}
