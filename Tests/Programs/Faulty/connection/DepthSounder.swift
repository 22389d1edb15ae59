// fault: connection
// verdict: suspect
// proof: run
// says: a survey ends its displays, but not the connection that it made for them: the transducer is listened to once more per survey

import Signals

private struct Echo: Sendable {
  let milliseconds: Double
  let isClear: Bool
}

/// One line across the bay: the depths are published to a chart, a log and an alarm.
private final class Survey {
  private let bag = DisposeBag()
  let shallow = Shared(0)

  init(_ transducer: Signal<Echo>) {
    let depths = transducer.filter { $0.isClear }.map { $0.milliseconds * 0.75 }.publish()  // LEAK
    let chart = Shared([Double]())
    depths.signal.subscribe(next: { depth in chart.update { $0.append(depth) } }).disposed(by: bag)
    depths.signal.map { $0 < 4 }.distinctUntilChanged()
      .subscribe(next: { [shallow] isShallow in if isShallow { shallow.update { $0 += 1 } } })
      .disposed(by: bag)
    let connection = depths.connect()  // LEAK
    if mended { connection.disposed(by: bag) }
  }

  func end() { bag.dispose() }
}

/// A boat that measures six lines one after the other.
enum DepthSounder: LeakProgram {
  static func run() {
    let transducer = PublishSubject<Echo>()
    let noise = transducer.map { $0.isClear }.distinctUntilChanged().subscribe(next: { _ in })
    var alarms = 0
    for line in 0..<6 {
      let survey = Survey(transducer)
      for ping in 0..<8 {
        transducer.next(Echo(milliseconds: Double(3 + (ping + line) % 9), isClear: ping % 4 != 3))
        pause(milliseconds: 4)
      }
      alarms += survey.shallow.value
      survey.end()
    }
    for _ in 0..<10 {
      transducer.next(Echo(milliseconds: 12, isClear: true))
      pause(milliseconds: 4)
    }
    noise.dispose()
    print("alarms", alarms)
  }
}
