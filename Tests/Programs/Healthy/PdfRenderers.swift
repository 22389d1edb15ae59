// healthy: tasks that read signals still run at exit, and nobody has cancelled them
// says: Four renderers are begun with the service and are there for all documents, until the process exits.
// allows: nothing

import Glibc
import Signals

private struct Page: Sendable {
  let document: Int
  let number: Int
}

/// What the renderers have made.
private actor Output {
  private(set) var bytes = 0
  func write(_ page: Page) { bytes += 100 + page.number }
}

private final class Service: Sendable {
  let pages = PublishSubject<Page>()
  let written = PublishSubject<Int>()
  private let renderers = Shared<[Task<Void, Never>]>([])

  func start(_ output: Output) {
    for renderer in 0..<4 {
      let mine = pages.filter { $0.number % 4 == renderer }.values()
      let ready = Flag()
      let task = Task { [written] in
        var iterator = mine.makeAsyncIterator()
        ready.raise()
        while let page = try? await iterator.next() {
          await output.write(page)
          written.next(page.document)
        }
      }
      renderers.update { $0.append(task) }
      ready.wait()
    }
  }
}

enum PdfRenderers: LeakProgram {
  static func run() {
    let service = Service()
    service.start(Output())
    for document in 0..<10 {
      let isWritten = Flag()
      _ = service.written.filter { $0 == document }.take(6).subscribe(completed: { isWritten.raise() })
      for number in 0..<6 { service.pages.next(Page(document: document, number: number)) }
      isWritten.wait()
    }
    pause(milliseconds: 30)
    print("ten documents")
    withExtendedLifetime(service) { exit(0) }
  }
}
