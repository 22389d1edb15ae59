// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a line that cannot be read throws past the disposal of the progress bar

import Signals

/// Imports files, each with a bar that follows the clock.
enum CsvImporter: LeakProgram {
  static func run() {
    let clock = PublishSubject<Int>()
    let files = ["1,2", "3,4,5", "6,x", "7", "8,9", "a"]
    var sum = 0
    for (number, file) in files.enumerated() {
      sum += (try? load(file, clock)) ?? 0
      clock.next(number)
    }
    for tick in 0..<20 { clock.next(tick) }
    pause(milliseconds: 20)
    print("sum \(sum)")
  }

  private struct NotANumber: Error {}

  private static func load(_ file: String, _ clock: PublishSubject<Int>) throws -> Int {
    let bar = clock.map { $0 * 10 }.subscribe(next: { _ in })  // LEAK
    if mended {
      defer { bar.dispose() }
      return try parse(file, clock)
    }
    let sum = try parse(file, clock)
    bar.dispose()
    return sum
  }

  private static func parse(_ file: String, _ clock: PublishSubject<Int>) throws -> Int {
    var sum = 0
    for cell in file.split(separator: ",") {
      guard let number = Int(cell) else { throw NotANumber() }
      sum += number
      clock.next(sum)
    }
    return sum
  }
}
