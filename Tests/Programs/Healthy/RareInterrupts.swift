// healthy: of many subscriptions that wait for one event each, some wait until the program is about to end
// says: A fault of a motor is rare; those motors that had none are waited for until the machine is switched off.
// allows: nothing

import Signals

private final class Motor: Sendable {
  let ready = PublishSubject<Int>()
  let fault = PublishSubject<String>()
}

/// Waits for each motor to be ready, which all of them are soon, and for the first fault of each.
private final class MachineSupervisor: Sendable {
  let readyCount = MutableProperty(0)
  let faults = Shared<[String]>([])
  private let bag = DisposeBag()

  func supervise(_ motor: Motor) {
    once(motor.ready) { [readyCount] _ in readyCount.modify { $0 += 1 } }
    once(motor.fault) { [faults] fault in faults.update { $0.append(fault) } }
  }

  private func once<Value: Sendable>(
    _ event: Signal<Value>, _ handle: @escaping @Sendable (Value) -> Void
  ) {
    event
      .take(1)
      .subscribe(next: handle)
      .disposed(by: bag)
  }

  func switchOff() { bag.dispose() }
}

enum RareInterrupts: LeakProgram {
  static func run() {
    let motors = (0..<18).map { _ in Motor() }
    let supervisor = MachineSupervisor()
    for motor in motors { supervisor.supervise(motor) }
    for (number, motor) in motors.enumerated() {
      motor.ready.next(number)
      pause(milliseconds: 4)
    }
    onAnotherThread {
      motors[4].fault.next("overheated")
      pause(milliseconds: 10)
      motors[11].fault.next("stalled")
    }
    pause(milliseconds: 160)
    motors[2].fault.next("worn")
    supervisor.switchOff()
    motors[3].fault.next("after hours")
    pause(milliseconds: 15)
    print("ready", supervisor.readyCount.value, "faults", supervisor.faults.value)
  }
}
