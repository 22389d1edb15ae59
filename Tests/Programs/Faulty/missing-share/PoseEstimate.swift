// fault: missing-share
// verdict: finding
// proof: run
// says: the pose is a cold signal, and planner, safety, map and log each run the whole filter for themselves

import Signals

private struct Pose: Sendable {
  let x: Double
  let heading: Double
}

/// The camera and the gyroscope of a robot.
private final class Sensors: Sendable {
  let opened = Shared(0)
  private let bus = QueueScheduler("bus")

  var gyroscope: Signal<Double> {
    Signal.create { [opened, bus] subscriber in  // LEAK
      opened.update { $0 += 1 }
      let ticks = Shared(0)
      return bus.schedule(after: .milliseconds(2), every: .milliseconds(4)) {
        ticks.update { $0 += 1 }
        subscriber.next(Double(ticks.value) / 10)
      }
    }
  }
}

private final class Estimator: Sendable {
  let pose: Signal<Pose>

  init(_ sensors: Sensors) {
    let filtered = sensors.gyroscope
      .scan(Pose(x: 0, heading: 0)) { pose, turn in  // LEAK
        let heading = pose.heading * 0.9 + turn * 0.1
        return Pose(x: pose.x + heading, heading: heading)
      }
    pose = mended ? filtered.share(replay: 1) : filtered  // LEAK
  }
}

private final class Planner: Sendable {
  let steps = Shared(0)
  private let bag = DisposeBag()

  init(_ estimator: Estimator) {
    estimator.pose.filter { $0.heading > 0.5 }
      .subscribe(next: { [steps] _ in steps.update { $0 += 1 } })
      .disposed(by: bag)
  }
}

private final class SafetyStop: Sendable {
  let isStopped = MutableProperty(false)
  private let bag = DisposeBag()

  init(_ estimator: Estimator) {
    estimator.pose.map { $0.x > 1_000 }
      .distinctUntilChanged()
      .bind(to: isStopped)
      .disposed(by: bag)
  }
}

enum PoseEstimate: LeakProgram {
  static func run() {
    let sensors = Sensors()
    let estimator = Estimator(sensors)
    let bag = DisposeBag()
    let log = Shared<[Double]>([])
    do {
      let planner = Planner(estimator)
      let safety = SafetyStop(estimator)
      estimator.pose.map { $0.heading }
        .subscribe(next: { heading in log.update { $0.append(heading) } })
        .disposed(by: bag)
      estimator.pose.map { Int($0.x) }
        .distinctUntilChanged()
        .subscribe(next: { _ in })
        .disposed(by: bag)
      pause(milliseconds: 320)
      bag.dispose()
      print("steps", planner.steps.value > 0, "stopped", safety.isStopped.value)
    }
    print("opened", sensors.opened.value)
    pause(milliseconds: 20)
  }
}
