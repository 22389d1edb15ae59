// fault: owner-grows
// verdict: suspect
// proof: run
// says: each folder that is unfolded puts its watch into the one bag of the tree; folding it up takes nothing out

import Signals

/// The tree of folders of the program's only window.
private final class Tree: Sendable {
  static let shared = Tree()
  let changes = PublishSubject<Int>()
  private let bag = DisposeBag()
  private let unfolded = Shared<[Int: Disposable]>([:])

  func unfold(_ folder: Int) {
    let watch = changes.filter { $0 / 10 == folder }.subscribe(next: { _ in })  // LEAK
    if mended {
      unfolded.update { $0[folder] = watch }
    } else {
      watch.disposed(by: bag)  // LEAK
      unfolded.update { $0[folder] = Disposable() }
    }
    if folder > 0 && folder % 3 == 0 { unfold(folder / 3 + 100) }
  }

  func fold(_ folder: Int) {
    unfolded.update { $0.removeValue(forKey: folder) }?.dispose()
    if folder > 0 && folder % 3 == 0 { fold(folder / 3 + 100) }
  }
}

enum FolderTree: LeakProgram {
  static func run() {
    let tree = Tree.shared
    for folder in 0..<40 {
      tree.unfold(folder)
      for file in 0..<3 { tree.changes.next(folder * 10 + file) }
      pause(milliseconds: 3)
      tree.fold(folder)
    }
    for file in 0..<20 {
      tree.changes.next(file)
      pause(milliseconds: 2)
    }
  }
}
