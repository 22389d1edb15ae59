// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a printer that announces itself again gets a new handle in the dictionary, and the old one is not disposed

import Signals

/// The network, on which printers announce themselves, some of them again and again.
private final class PrinterNetwork: Sendable {
  let announced = PublishSubject<String>()
  let vanished = PublishSubject<String>()
  let levels = PublishSubject<(printer: String, sheets: Int)>()

  func trays(of printer: String) -> Signal<Int> {
    levels.filter { $0.printer == printer }.map { $0.sheets }.distinctUntilChanged()
  }
}

/// Counts the sheets in all trays.
private final class TrayMonitor: Sendable {
  let low = Shared<Set<String>>([])
  private let handles = Shared<[String: Disposable]>([:])
  private let bag = DisposeBag()
  private let network: PrinterNetwork

  init(_ network: PrinterNetwork) {
    self.network = network
    network.announced
      .withUnretained(self)
      .subscribe(next: { monitor, printer in monitor.watch(printer) })
      .disposed(by: bag)
    network.vanished
      .withUnretained(self)
      .subscribe(next: { monitor, printer in monitor.forget(printer) })
      .disposed(by: bag)
  }

  private func watch(_ printer: String) {
    if mended { forget(printer) }
    let handle = network.trays(of: printer)
      .subscribe(next: { [low] sheets in  // LEAK
        low.update { set in
          if sheets < 10 { set.insert(printer) } else { set.remove(printer) }
        }
      })
    handles.update { $0[printer] = handle }  // LEAK
  }

  private func forget(_ printer: String) {
    handles.update { $0.removeValue(forKey: printer) }?.dispose()
  }

  func stop() {
    bag.dispose()
    for handle in handles.update({ all in
      defer { all = [:] }
      return Array(all.values)
    }) {
      handle.dispose()
    }
  }
}

enum PrinterTrays: LeakProgram {
  static func run() {
    let network = PrinterNetwork()
    let monitor = TrayMonitor(network)
    let printers = (0..<6).map { "printer\($0)" }
    for round in 0..<30 {
      if round % 7 == 0 {
        for printer in printers.prefix(4) { network.announced.next(printer) }
      }
      if round == 3 { for printer in printers.suffix(2) { network.announced.next(printer) } }
      if round == 20 { network.vanished.next("printer5") }
      for printer in printers { network.levels.next((printer, 40 - round)) }
      pause(milliseconds: 8)
    }
    print("low", monitor.low.value.count)
    monitor.stop()
    for sheets in 0..<10 {
      for printer in printers { network.levels.next((printer, 50 + sheets)) }
      pause(milliseconds: 6)
    }
  }
}
