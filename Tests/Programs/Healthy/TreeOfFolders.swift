// healthy: folders within folders, each subscription made in the next of its parent, all live: a watcher of twelve
// allows: suspect

import Signals

/// Watches a tree of folders to the end of the program.
enum TreeOfFolders: LeakProgram {
  static func run() {
    let disk = PublishSubject<Int>()
    let bag = CompositeDisposable()
    watch(0, disk, bag)
    for folder in 0..<12 { disk.next(folder) }
    for change in 0..<30 {
      disk.next(change % 12)
      pause(milliseconds: 1)
    }
    bag.dispose()
  }

  private static func watch(_ folder: Int, _ disk: Signal<Int>, _ bag: CompositeDisposable) {
    let isKnown = Shared(false)
    bag.add(
      disk.filter { $0 == folder }.subscribe(next: { number in
        let isFirst = isKnown.update { known in
          defer { known = true }
          return !known
        }
        if isFirst && number < 11 { watch(number + 1, disk, bag) }
      }))
  }
}
