// healthy: handles in structs, disposed at the end of each trip; the last trip's struct goes undisposed with run()
// says: The car is still driving as the program is switched off with the ignition, and records to that moment.
// allows: nothing

import Dispatch
import Signals

/// The cameras of a car, which never stop.
private struct Car {
  let road = PublishSubject<Int>()
  let cabin = PublishSubject<Int>()
  let shocks = PublishSubject<Double>()

  func switchOn() {
    for (camera, milliseconds) in [(road, 2), (cabin, 3)] {
      DispatchQueue.global().async {
        for frame in 0... {
          camera.next(frame)
          pause(milliseconds: UInt32(milliseconds))
        }
      }
    }
    DispatchQueue.global().async { [shocks] in
      for step in 0... {
        shocks.next(Double(step * 31 % 100) / 40)
        pause(milliseconds: 5)
      }
    }
  }
}

/// What is recorded during a trip.
private struct Recorder {
  private let pictures: Subscription
  private let events: Subscription

  init(_ car: Car, kept: Shared<Int>, _ disk: QueueScheduler) {
    pictures = car.road.combineLatest(with: car.cabin)
      .buffer(for: .milliseconds(10), count: 8, on: disk)
      .subscribe(next: { clip in kept.update { $0 += clip.count } })
    events = car.shocks.filter { $0 > 2 }
      .withLatestFrom(car.road)
      .subscribe(next: { _ in kept.update { $0 += 1 } })
  }

  func stop() {
    pictures.dispose()
    events.dispose()
  }
}

enum DashcamRecorders: LeakProgram {
  static func run() {
    let car = Car()
    car.switchOn()
    let disk = QueueScheduler("card")
    let kept = Shared(0)
    for _ in 0..<5 {
      let recorder = Recorder(car, kept: kept, disk)
      pause(milliseconds: 24)
      recorder.stop()
    }
    let recorder = Recorder(car, kept: kept, disk)
    pause(milliseconds: 60)
    print("kept", kept.value > 0)
    withExtendedLifetime(recorder) {}
  }
}
