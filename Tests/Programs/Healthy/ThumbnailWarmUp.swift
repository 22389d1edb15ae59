// healthy: subscriptions that only grow at first
// says: The gallery asks for all thumbnails of an album at its opening; they come in one by one, and the bag is empty again.
// allows: nothing

import Signals

private struct Thumbnail: Sendable {
  var photo: Int
  var bytes: Int
}

private final class Gallery {
  private let loaded = Shared<[Int: Int]>([:])
  private let bag = DisposeBag()

  func warmUp(_ photos: Range<Int>, _ decoder: Signal<Thumbnail>) {
    for photo in photos {
      decoder
        .first(where: { $0.photo == photo })
        .subscribe(next: { [loaded] thumbnail in loaded.update { $0[photo] = thumbnail.bytes } })
        .disposed(by: bag)
      pause(milliseconds: 2)
    }
  }

  var count: Int { loaded.value.count }
}

enum ThumbnailWarmUp: LeakProgram {
  static func run() {
    let decoder = PublishSubject<Thumbnail>()
    let gallery = Gallery()
    gallery.warmUp(0..<30, decoder)
    // Small pictures are decoded before large ones.
    let order = (0..<30).sorted { ($0 % 7, $0) < ($1 % 7, $1) }
    for photo in order {
      decoder.next(Thumbnail(photo: photo, bytes: 900 + photo))
      pause(milliseconds: 2)
    }
    for photo in 0..<10 { decoder.next(Thumbnail(photo: photo, bytes: 1)) }
    print("loaded", gallery.count, "listening", decoder.hasSubscribers)
  }
}
