// healthy: the one reference to a service is let go of on another thread as the program ends
// says: The pager's bag goes with it, there and then or not at all; until that moment every ward needs it.
// allows: nothing

import Dispatch
import Signals

private struct CallBell: Sendable {
  let ward: Int
  let bed: Int
}

private final class PagerService: Sendable {
  let paged = Shared<Set<Int>>([])
  private let waiting = MutableProperty(0)
  private let display = QueueScheduler("display")
  private let bag = DisposeBag()

  init(_ wards: [PublishSubject<CallBell>]) {
    for ward in wards {
      ward.filter { $0.bed % 3 != 0 }
        .subscribe(next: { [weak self] bell in self?.page(bell) })
        .disposed(by: bag)
    }
    Signal<CallBell>.merge(wards)
      .buffer(for: .milliseconds(5), count: 20, on: display)
      .subscribe(next: { [waiting] bells in waiting.set(bells.count) })
      .disposed(by: bag)
    Signal<Int>.interval(.milliseconds(3), on: display)
      .withLatestFrom(waiting.signal)
      .distinctUntilChanged()
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  private func page(_ bell: CallBell) { paged.update { _ = $0.insert(bell.ward * 100 + bell.bed) } }
}

enum PagerOfTheClinic: LeakProgram {
  static func run() {
    let wards = (0..<3).map { _ in PublishSubject<CallBell>() }
    for (number, ward) in wards.enumerated() {
      DispatchQueue.global().async {
        for step in 0... {
          ward.next(CallBell(ward: number, bed: step % 14))
          pause(milliseconds: 1 + UInt32(number))
        }
      }
    }
    let service = Shared<PagerService?>(PagerService(wards))
    pause(milliseconds: 190)
    print("beds", service.value?.paged.value.count ?? 0)
    DispatchQueue.global().async {
      let last = service.update { service -> PagerService? in
        defer { service = nil }
        return service
      }
      withExtendedLifetime(last) {}
    }
  }
}
