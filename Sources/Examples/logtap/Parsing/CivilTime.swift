/// A date and a time of day as a log shows them.
struct CivilTime: Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// False for what no calendar and no clock shows. A 61st second is one that some clocks have.
  var isValid: Bool {
    (1...12).contains(month) && (1...Self.days(inMonth: month, of: year)).contains(day)
      && (0..<24).contains(hour) && (0..<60).contains(minute) && (0...60).contains(second)
  }

  /// The time since the beginning of 1970, as if the clock showed universal time.
  var sinceEpoch: Duration {
    .seconds(Self.days(to: self) * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The universal time so long after the beginning of 1970.
  init(sinceEpoch time: Duration) {
    let seconds = Int(time.components.seconds)
    var days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    // Whole cycles of 400 years first, then years, then months.
    let cycles = days >= 0 ? days / 146_097 : (days - 146_096) / 146_097
    days -= cycles * 146_097
    year = 1970 + cycles * 400
    while days >= Self.days(inYear: year) {
      days -= Self.days(inYear: year)
      year += 1
    }
    month = 1
    while days >= Self.days(inMonth: month, of: year) {
      days -= Self.days(inMonth: month, of: year)
      month += 1
    }
    day = days + 1
    (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(inYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func days(to date: CivilTime) -> Int {
    let years = date.year - 1
    let leapDays = years / 4 - years / 100 + years / 400
    let epoch = 1969 * 365 + 1969 / 4 - 1969 / 100 + 1969 / 400
    let months = (1..<date.month).reduce(0) { $0 + days(inMonth: $1, of: date.year) }
    return years * 365 + leapDays - epoch + months + date.day - 1
  }
}

extension CivilTime: CustomStringConvertible {
  var description: String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
    return "\(date) \(padded(hour)):\(padded(minute)):\(padded(second))"
  }
}
