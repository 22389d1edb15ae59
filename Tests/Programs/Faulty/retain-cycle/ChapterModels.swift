// fault: retain-cycle
// verdict: suspect
// proof: run
// says: a chapter holds its bag, the bag the subscription, and its closure the chapter: those that were closed are laid out on

import Signals

/// What is shown of a chapter: it is laid out anew when the type gets larger.
private final class ChapterModel: Sendable {
  let number: Int
  private let pages = Shared(0)
  private let bag = DisposeBag()

  init(_ number: Int, _ typeSize: Signal<Int>) {
    self.number = number
    if mended {
      typeSize.subscribe(next: { [weak self] size in self?.layOut(size) }).disposed(by: bag)
    } else {
      typeSize.subscribe(next: { size in self.layOut(size) }).disposed(by: bag)  // LEAK
    }
  }

  private func layOut(_ size: Int) { pages.update { $0 = 400 / size + number } }

  var pageCount: Int { pages.value }
}

/// A reader, which has one chapter open at a time.
private final class EReader {
  private let typeSize = BehaviorRelay(11)
  private var open: ChapterModel?

  func turn(to chapter: Int) { open = ChapterModel(chapter, typeSize) }
  func enlarge(to size: Int) { typeSize.accept(size) }
  func close() { open = nil }
  var pageCount: Int { open?.pageCount ?? 0 }
}

enum ChapterModels: LeakProgram {
  static func run() {
    let reader = EReader()
    var pages = 0
    for chapter in 1...20 {
      reader.turn(to: chapter)
      reader.enlarge(to: 10 + chapter % 5)
      pause(milliseconds: 4)
      pages += reader.pageCount
    }
    reader.close()
    for size in 10..<16 {
      reader.enlarge(to: size)
      pause(milliseconds: 5)
    }
    print("pages", pages)
  }
}
