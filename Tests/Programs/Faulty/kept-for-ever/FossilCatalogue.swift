// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: a find stays in the static table when it is catalogued, and with it the subscription to what the dig tells of it

import Signals

private struct Remark: Sendable {
  let find: Int
  let text: String
}

/// What is dug out of the ground and not yet in the catalogue.
private enum Finds {
  static let open = Shared<[Int: Find]>([:])
}

private final class Find: Sendable {
  let number: Int
  private let remarks = Shared<[String]>([])
  private let bag = DisposeBag()

  init(_ number: Int, _ dig: PublishSubject<Remark>) {
    self.number = number
    dig.filter { $0.find == number || $0.text == "all" }
      .subscribe(next: { [remarks] remark in remarks.update { $0.append(remark.text) } })  // LEAK
      .disposed(by: bag)
  }

  var label: String { "\(number): " + remarks.value.prefix(2).joined(separator: ", ") }
}

/// Writes the label of a find, which is all that the catalogue needs.
private func catalogue(_ number: Int) -> String {
  let label = Finds.open.value[number]?.label ?? "lost"
  if mended { Finds.open.update { $0[number] = nil } }
  return label
}

enum FossilCatalogue: LeakProgram {
  static func run() {
    let dig = PublishSubject<Remark>()
    let diary = dig.subscribe(next: { _ in })
    var labels: [String] = []
    for number in 0..<24 {
      Finds.open.update { $0[number] = Find(number, dig) }  // LEAK
      dig.next(Remark(find: number, text: "bone"))
      dig.next(Remark(find: number, text: "\(number % 7) metres deep"))
      pause(milliseconds: 4)
      labels.append(catalogue(number))
    }
    for _ in 0..<15 {
      dig.next(Remark(find: -1, text: "all"))
      pause(milliseconds: 3)
    }
    print(labels.count, "labels,", labels[3])
    diary.dispose()
  }
}
