// fault: removed-undisposed
// verdict: likely
// proof: run
// says: remove takes the subscription out of the window's bag and disposes nothing

import Signals

/// Windows with documents, each of which follows the disk.
enum ClosedDocuments: LeakProgram {
  static func run() {
    let disk = PublishSubject<String>()
    let window = Window(disk)
    for number in 0..<8 { window.open("\(number).txt") }
    disk.next("3.txt")
    for number in 0..<6 { window.close("\(number).txt") }
    for _ in 0..<40 {
      disk.next("7.txt")
      pause(milliseconds: 1)
    }
    window.end()
    pause(milliseconds: 30)
  }
}

private final class Window {
  private let disk: Signal<String>
  private let bag = CompositeDisposable()
  private var documents: [String: Disposable] = [:]

  init(_ disk: Signal<String>) { self.disk = disk }

  func open(_ name: String) {
    let following = disk.filter { $0 == name }.subscribe(next: { _ in })
    bag.add(following)
    documents[name] = following
  }

  func close(_ name: String) {
    guard let following = documents.removeValue(forKey: name) else { return }
    bag.remove(following)  // LEAK
    if mended { following.dispose() }
  }

  func end() { bag.dispose() }
}
