import Testing

@testable import Fixing

@Suite struct MoreEditTests {
  @Test func `A handle that is taken out is disposed`() {
    let repairing = Repairing(
      """
      func close() {
        all.remove(tab)
        _ = shown.swap(feed)
        let old = line.swap(fresh)
      }

      """)
    func changes(_ name: String, _ text: String) -> [String] {
      repairing.changes("disposeWhatIsRemoved", [("site", repairing.site(name, text))])
    }
    #expect(changes("remove", "all") == ["+  tab.dispose()"])
    #expect(changes("swap", "shown") == ["-  _ = shown.swap(feed)", "+  shown.replace(with: feed)"])
    #expect(changes("swap", "line") == ["+  old?.dispose()"])
  }

  @Test func `A property is disposed where the others are`() {
    let repairing = Repairing(
      """
      final class Cursor {
        private let text: Disposable
        private var blinking: Disposable?

        init(_ keys: Signal<String>) {
          text = keys.subscribe(next: { _ in })
          blinking = ticks.subscribe(next: { _ in })
        }

        func losesFocus() {
          text.dispose()  // first
        }
      }

      """)
    #expect(
      repairing.changes("keepHandle", [("site", repairing.site("subscribe", "ticks"))]) == [
        "+    blinking?.dispose()"
      ])
  }

  @Test(
    arguments: [
      ("{ self.show($0) }", "{ [weak self] in self?.show($0) }"),
      ("{ size in self.layOut(size) }", "{ [weak self] size in self?.layOut(size) }"),
      (
        "{ [page] size in self.layOut(page, size) }", "{ [weak self, page] size in self?.layOut(page, size) }"
      ),
    ])
  func `The owner is held weakly: by a mark, or by a guard`(before: String, after: String) {
    let repairing = Repairing(
      """
      final class Page {
        func open() {
          sizes.subscribe(next: \(before)).disposed(by: bag)
        }
      }

      """)
    #expect(
      repairing.changes("breakCycle", [("site", repairing.site("subscribe", "sizes"))]) == [
        "-    sizes.subscribe(next: \(before)).disposed(by: bag)",
        "+    sizes.subscribe(next: \(after)).disposed(by: bag)",
      ])
  }

  @Test func `Several uses of the owner have a guard before them`() {
    let repairing = Repairing(
      """
      final class Page {
        func open() {
          sizes.subscribe(next: { size in
            self.size = size
            self.draw()
          }).disposed(by: bag)
        }
      }

      """)
    #expect(
      repairing.changes("breakCycle", [("site", repairing.site("subscribe", "sizes"))]) == [
        "-    sizes.subscribe(next: { size in",
        "+    sizes.subscribe(next: { [weak self] size in", "+      guard let self else { return }",
      ])
  }
}
