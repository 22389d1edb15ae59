// healthy: groups, a queue in each, a stop for each; some ended, some open at exit
// says: Each camera has its own queue of photos until it is unplugged; two are plugged in when the importer is closed.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Photo: Sendable {
  let camera: Int
  let number: Int
}

private final class Importer: Sendable {
  let photos = PublishSubject<Photo>()
  let unplugged = PublishSubject<Int>()
  let imported = Atomic<Int>(0)
  private let disk = QueueScheduler("disk")
  private let bag = DisposeBag()

  func start() {
    photos
      .groupBy { $0.camera }
      .flatMap { [disk, unplugged] camera in
        camera
          .concatMap { photo in Signal<Int>.timer(after: .milliseconds(2), on: disk).map { _ in photo.number }
          }
          .take(until: unplugged.filter { $0 == camera.key })
      }
      .subscribe(next: { _ in self.imported.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PhotoImport: LeakProgram {
  static func run() {
    let importer = Importer()
    importer.start()
    for camera in 0..<8 {
      for number in 0..<10 {
        importer.photos.next(Photo(camera: camera, number: number))
        if camera > 0, number < 5 { importer.photos.next(Photo(camera: camera - 1, number: number)) }
        pause(milliseconds: 3)
      }
      if camera >= 2 { importer.unplugged.next(camera - 2) }
    }
    print("imported", importer.imported.load(ordering: .relaxed) > 40)
    exit(0)
  }
}
