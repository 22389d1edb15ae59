// fault: endless-inner
// verdict: finding
// proof: run
// says: the first deployment goes on as the watch on its health, which never ends, so the action refuses every one after it

import Signals

/// A button that deploys; while it does, it can not be pressed.
private final class Deployer: Sendable {
  let health = PublishSubject<Int>()
  let deploy: Action<Int, Int>

  init(on clock: QueueScheduler) {
    let health = health
    deploy = Action { version in  // LEAK
      let steps = Signal<Int>.interval(.milliseconds(1), on: clock).take(3)
      let watch = health.map { $0 + version }
      return mended ? steps.concat(watch.take(1)) : steps.concat(watch)  // LEAK
    }
  }
}

enum DeployButton: LeakProgram {
  static func run() {
    let deployer = Deployer(on: QueueScheduler("deploy"))
    let bag = DisposeBag()
    let refused = Shared(0)
    deployer.deploy.disabledErrors
      .subscribe(next: { refused.update { $0 += 1 } })
      .disposed(by: bag)
    deployer.deploy.values.subscribe(next: { _ in }).disposed(by: bag)
    for version in 0..<20 {
      deployer.deploy.execute(version).subscribe(next: { _ in }, error: { _ in }).disposed(by: bag)
      pause(milliseconds: 8)
      deployer.health.next(100)
    }
    print("refused", refused.value)
    withExtendedLifetime((deployer, bag)) {}
  }
}
