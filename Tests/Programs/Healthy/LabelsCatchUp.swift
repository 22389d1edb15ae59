// healthy: a backlog that grows to a hundred, three times
// says: The printer is slower than the packers, who pause between their rushes; it prints all that waits, each time.
// allows: nothing

import Signals

private struct Label: Sendable {
  let parcel: Int
  let street: String
}

private final class LabelStation: Sendable {
  private let printer = QueueScheduler("printer")
  private let printed = Shared(0)
  let rushIsPrinted = Flag()

  func start(_ labels: Signal<Label>, rush: Int) -> Subscription {
    let (printed, rushIsPrinted) = (printed, rushIsPrinted)
    return labels.deliver(on: printer).subscribe(next: { _ in
      pause(milliseconds: 1)
      let number = printed.update {
        $0 += 1
        return $0
      }
      if number % rush == 0 { rushIsPrinted.raise() }
    })
  }

  var count: Int { printed.value }
}

enum LabelsCatchUp: LeakProgram {
  static func run() {
    let labels = PublishSubject<Label>()
    let station = LabelStation()
    let work = station.start(labels, rush: 100)
    let weighed = Shared(0)
    let scales = labels.filter { $0.parcel % 2 == 0 }.subscribe(next: { _ in weighed.update { $0 += 1 } })
    for rush in 0..<3 {
      for parcel in 0..<100 {
        labels.next(Label(parcel: rush * 100 + parcel, street: "street \(parcel % 7)"))
      }
      station.rushIsPrinted.wait()
      pause(milliseconds: 15)
    }
    print("printed", station.count, "weighed", weighed.value)
    scales.dispose()
    work.dispose()
  }
}
