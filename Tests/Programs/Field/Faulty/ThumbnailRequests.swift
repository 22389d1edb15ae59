// fault: work-before-anybody-asks
// verdict: finding
// proof: nothing-recorded
// says: a request starts its download as it is made; the gallery makes one for each row, and shows a few of them only
// source: kean/Nuke #708
// fix: the download is deferred until somebody subscribes

import Signals

/// An image that can be loaded by an asynchronous function.
private struct ImageRequest: Sendable {
  let name: String
  let bytes: Signal<[UInt8]>

  init(_ name: String, load: @escaping @Sendable () async throws -> [UInt8]) {
    self.name = name
    if mended {
      bytes = Signal<[UInt8]>.deferred { Self.started(load) }
    } else {
      bytes = Self.started(load)  // LEAK
    }
  }

  private static func started(_ load: @escaping @Sendable () async throws -> [UInt8]) -> Signal<[UInt8]> {
    Signal<[UInt8]>.future { done in
      Task {
        do {
          let bytes = try await load()
          done(.success(bytes))
        } catch {
          done(.failure(error))
        }
      }
    }
  }
}

private final class ImageServer: Sendable {
  let downloads = Shared(0)

  func request(_ name: String) -> ImageRequest {
    ImageRequest(name) { [downloads] in
      downloads.update { $0 += 1 }
      try await Task.sleep(for: .milliseconds(10))
      return [UInt8](repeating: 1, count: 2000)
    }
  }
}

/// A gallery that shows the rows that are on the screen.
private final class Gallery: Sendable {
  let shown = Shared(0)
  private let requests: [ImageRequest]
  private let bag = DisposeBag()

  init(_ names: [String], from server: ImageServer) { requests = names.map { server.request($0) } }

  func display(_ row: Int) {
    requests[row].bytes
      .map(\.count)
      .subscribe(next: { [shown] count in shown.update { $0 += count > 0 ? 1 : 0 } })
      .disposed(by: bag)
  }
}

enum ThumbnailRequests: LeakProgram {
  static func run() {
    let server = ImageServer()
    let position = PublishRelay<Int>()
    let bar = position.map { $0 / 4 }.distinctUntilChanged().subscribe(next: { _ in })
    let gallery = Gallery((0..<16).map { "picture \($0)" }, from: server)
    for row in 0..<5 {
      position.accept(row)
      gallery.display(row)
      pause(milliseconds: 12)
    }
    pause(milliseconds: 60)
    print("shown", gallery.shown.value, "downloads", server.downloads.value)
    bar.dispose()
  }
}
