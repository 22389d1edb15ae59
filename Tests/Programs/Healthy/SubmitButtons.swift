// healthy: screens that subscribe to one action for ever; executions within flatMap
// says: Each form owns what it has subscribed to and takes it along; an execution ends with its answer.
// allows: nothing

import Signals
import Synchronization

private final class Api: Sendable {
  let submit: Action<Int, String>
  private let network = QueueScheduler("network")

  init(_ online: Signal<Bool>) {
    let network = network
    submit = Action(enabledIf: online, allowsConcurrency: true) { order in
      Signal<Int>.timer(after: .milliseconds(4), on: network).map { _ in "order \(order)" }
    }
  }
}

private final class Form: Sendable {
  let message = MutableProperty("")
  private let bag = DisposeBag()

  init(_ api: Api) {
    api.submit.values.bind(to: self) { $0.message.set($1) }.disposed(by: bag)
    api.submit.errors.map { "\($0)" }.bind(to: self) { $0.message.set($1) }.disposed(by: bag)
    api.submit.executions.flatMap { $0.count() }.withUnretained(self)
      .subscribe(next: { form, _ in form.message.modify { $0 += "." } })
      .disposed(by: bag)
  }
}

enum SubmitButtons: LeakProgram {
  static func run() {
    let online = BehaviorSubject(true)
    let api = Api(online)
    let busy = api.submit.isExecuting.map { $0 ? 1 : 0 }
    for order in 0..<10 {
      let form = Form(api)
      onAnotherThread { _ = api.submit.execute(order).ignoreElements().subscribe(error: { _ in }) }
      if order % 4 == 3 { online.next(order % 8 == 3 ? false : true) }
      pause(milliseconds: 9)
      withExtendedLifetime(form) {}
    }
    pause(milliseconds: 30)
    print("busy", busy.value)
  }
}
