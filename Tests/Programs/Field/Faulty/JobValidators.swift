// fault: zip-with-an-empty-part
// verdict: finding
// proof: run
// says: a check that has nothing to say completes without a value; so does the zip of all, and their errors are dropped
// source: Netflix/titus-control-plane #589
// fix: a check that completes without a value counts as one without errors

import Signals

private struct Job: Sendable {
  let name: String
  let image: String
  let cpus: Int
  let zone: String?
}

/// Checks a job before it runs. Each check sends its errors.
private final class JobValidator: Sendable {
  private let registry = QueueScheduler("registry")
  private let quotas = QueueScheduler("quotas")

  func errors(of job: Job) -> Signal<[String]> {
    let checks = [image(of: job), quota(of: job), zone(of: job)]
    return zip(checks.map { mended ? $0.defaultIfEmpty([]) : $0 })  // LEAK
      .map { lists in lists.reduce([], +) }
  }

  private func image(of job: Job) -> Signal<[String]> {
    Signal<Int>.timer(after: .milliseconds(4), on: registry)
      .map { _ in job.image.contains(":") ? [] : ["the image has no version"] }
  }

  private func quota(of job: Job) -> Signal<[String]> {
    Signal<Int>.timer(after: .milliseconds(6), on: quotas)
      .map { _ in job.cpus > 8 ? ["too many processors"] : [] }
  }

  private func zone(of job: Job) -> Signal<[String]> {
    guard let zone = job.zone else { return .empty() }
    return .just(zone.hasPrefix("eu") ? [] : ["unknown zone \(zone)"])
  }
}

/// Takes jobs that pass all checks.
private final class JobDesk: Sendable {
  let running = Shared<[String]>([])
  let refused = Shared<[String]>([])
  private let validator = JobValidator()
  private let bag = DisposeBag()

  func submit(_ job: Job) {
    let errors = Shared<[String]>([])
    validator.errors(of: job)
      .subscribe(
        next: { found in errors.update { $0 = found } },
        completed: { [running, refused] in
          let list = errors.value.isEmpty ? running : refused
          list.update { $0.append(job.name) }
        }
      )
      .disposed(by: bag)
  }
}

enum JobValidators: LeakProgram {
  static func run() {
    let desk = JobDesk()
    let load = Signal<Int>.interval(.milliseconds(15), on: QueueScheduler("load")).subscribe(next: { _ in })
    for job in [
      Job(name: "encode", image: "encoder:4", cpus: 4, zone: "eu-1"),
      Job(name: "index", image: "indexer", cpus: 2, zone: "eu-2"),
      Job(name: "report", image: "report:12", cpus: 1, zone: nil),
      Job(name: "train", image: "trainer", cpus: 64, zone: nil),
      Job(name: "mail", image: "mailer:2", cpus: 1, zone: "mars"),
    ] {
      desk.submit(job)
      pause(milliseconds: 18)
    }
    print("running", desk.running.value, "refused", desk.refused.value)
    load.dispose()
    withExtendedLifetime(desk) {}
  }
}
