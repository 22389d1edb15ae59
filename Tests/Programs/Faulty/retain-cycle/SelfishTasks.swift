// fault: retain-cycle
// verdict: suspect
// proof: run
// says: a panel cancels its task as it goes, but the task holds the panel, which therefore never goes

import Signals

/// A panel that shows the news in a task of its own.
private final class NewsPanel: Sendable {
  private let reading = Shared<Task<Void, Never>?>(nil)
  private let shown = Shared(0)

  func appear(_ news: Signal<Int>) {
    if mended {
      let task = Task { [weak self] in
        do {
          for try await item in news.values() { self?.show(item) }
        } catch {}
      }
      reading.update { $0 = task }
    } else {
      let task = Task {  // LEAK
        do {
          for try await item in news.values() { show(item) }  // LEAK
        } catch {}
      }
      reading.update { $0 = task }
    }
  }

  private func show(_ item: Int) { shown.update { $0 = item } }

  deinit { reading.value?.cancel() }
}

enum SelfishTasks: LeakProgram {
  static func run() {
    let news = PublishSubject<Int>()
    let ticker = news.scan(0) { $0 + $1 }.subscribe(next: { _ in })
    for _ in 0..<5 {
      let panel = NewsPanel()
      panel.appear(news)
      for item in 0..<4 {
        pause(milliseconds: 3)
        news.next(item)
      }
      withExtendedLifetime(panel) {}
    }
    for item in 0..<20 {
      news.next(item)
      pause(milliseconds: 2)
    }
    ticker.dispose()
  }
}
