// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: a gateway's life ends the stream of its registers; what flatMap polls for each of them is polled on

import Signals

/// What a gateway reads: a signal for each register.
private protocol FieldBus: Sendable {
  func poll(register: Int) -> Signal<Int>
}

private struct Modbus: FieldBus {
  let line = QueueScheduler("modbus")

  func poll(register: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(4), on: line).map { register * 1000 + $0 }
  }
}

private final class Gateway: Sendable {
  let registers = PublishSubject<Int>()
  private let (lifetime, token) = Lifetime.make()

  func start(on bus: any FieldBus, published: Shared<Int>) {
    _ = readings(of: bus).subscribe(next: { _ in published.update { $0 += 1 } })
  }
}

extension Gateway {
  private func readings(of bus: any FieldBus) -> Signal<Int> {
    if mended { return registers.flatMap { bus.poll(register: $0) }.take(during: lifetime) }
    return registers.take(during: lifetime)  // LEAK
      .flatMap { bus.poll(register: $0) }  // LEAK
  }
}

/// Gateways of four plants, which are taken out of service one after the other.
enum ModbusGateway: LeakProgram {
  static func run() {
    let bus = Modbus()
    let published = Shared(0)
    var plants = (0..<4).map { _ in Gateway() }
    for plant in plants {
      plant.start(on: bus, published: published)
      for register in [3, 7] { plant.registers.next(register) }
    }
    while !plants.isEmpty {
      pause(milliseconds: 12)
      plants.removeLast()
    }
    let before = published.value
    pause(milliseconds: 150)
    print("published after the last gateway", published.value - before)
  }
}
