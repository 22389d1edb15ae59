/// A time at the beginning of a line, in one of the forms that logs use.
struct Timestamp: Hashable {
  /// The form, which tells what to expect behind the time.
  enum Form: Hashable {
    /// `2026-09-22 04:45:01`, also with a `T`, a fraction and a zone: dpkg, rsyslog, many programs.
    case iso
    /// `Sep 22 04:45:01`: syslog. It has no year.
    case syslog
    /// `22/Sep/2026:04:45:01 +0000`: web servers.
    case web
    /// Seconds, milli-, micro- or nanoseconds since 1970: `git log --format=%ct`.
    case epoch
    /// `[   12.345678]`: seconds since the system was started: dmesg.
    case uptime
  }

  let form: Form
  /// Since the beginning of 1970; a local time counts as universal.
  let time: Duration
}

/// Finds the time of a line. It remembers the last month, since some times have no year.
struct TimestampReader {
  private var year = 1970
  private var month: Int?

  /// Reads a time, brackets around it included; nil if there is none.
  mutating func read(_ cursor: inout ByteCursor) -> Timestamp? {
    var known = self
    defer { self = known }
    return cursor.attempt { cursor in
      let isBracketed = cursor.skip(.openBracket)
      let timestamp =
        isBracketed
        ? Self.uptime(&cursor) ?? Self.iso(&cursor) ?? known.syslog(&cursor) ?? Self.web(&cursor)
          ?? Self.epoch(&cursor)
        : Self.iso(&cursor) ?? Self.epoch(&cursor) ?? known.syslog(&cursor)
      guard let timestamp, !isBracketed || cursor.skip(.closeBracket) else { return nil }
      return timestamp
    }
  }

  private static func iso(_ cursor: inout ByteCursor) -> Timestamp? {
    cursor.attempt { cursor in
      guard let year = cursor.number(digits: 4...4), let separator = cursor.next,
        cursor.skip(.minus, .slash), let month = cursor.number(digits: 1...2),
        cursor.next == separator, cursor.skip(separator), let day = cursor.number(digits: 1...2),
        cursor.skip(.space, UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "_"))
      else { return nil }
      return clock(CivilTime(year: year, month: month, day: day), .iso, &cursor)
    }
  }

  private static func web(_ cursor: inout ByteCursor) -> Timestamp? {
    cursor.attempt { cursor in
      guard let day = cursor.number(digits: 1...2), cursor.skip(.slash), let month = Self.month(&cursor),
        cursor.skip(.slash), let year = cursor.number(digits: 4...4), cursor.skip(.colon)
      else { return nil }
      return clock(CivilTime(year: year, month: month, day: day), .web, &cursor)
    }
  }

  private mutating func syslog(_ cursor: inout ByteCursor) -> Timestamp? {
    guard let month = cursor.attempt(Self.month) else { return nil }
    cursor.skipSpaces()
    guard let day = cursor.number(digits: 1...2), cursor.skip(.space) else { return nil }
    cursor.skipSpaces()
    // The turn of a year, in whichever direction the log goes.
    let turn = self.month.map { month - $0 } ?? 0
    let year = self.year + (turn < -6 ? 1 : turn > 6 ? -1 : 0)
    guard let timestamp = Self.clock(CivilTime(year: year, month: month, day: day), .syslog, &cursor) else {
      return nil
    }
    (self.year, self.month) = (year, month)
    return timestamp
  }

  private static func uptime(_ cursor: inout ByteCursor) -> Timestamp? {
    cursor.attempt { cursor in
      cursor.skipSpaces()
      guard let seconds = cursor.number(digits: 1...8), cursor.next == .dot else { return nil }
      return Timestamp(form: .uptime, time: .seconds(seconds) + cursor.fraction())
    }
  }

  private static func epoch(_ cursor: inout ByteCursor) -> Timestamp? {
    cursor.attempt { cursor in
      let start = cursor.position
      guard let number = cursor.number(digits: 9...19) else { return nil }
      let digits = cursor.position - start
      let fraction = cursor.fraction()
      switch cursor.next {
      case .space, .tab, .colon, .comma, .closeBracket, nil: break
      default: return nil
      }
      switch digits {
      case 9...11: return Timestamp(form: .epoch, time: .seconds(number) + fraction)
      case 12...14: return Timestamp(form: .epoch, time: .milliseconds(number))
      case 15...17: return Timestamp(form: .epoch, time: .microseconds(number))
      default: return Timestamp(form: .epoch, time: .nanoseconds(number))
      }
    }
  }

  /// The time of day behind a date, with its fraction and zone.
  private static func clock(
    _ date: CivilTime, _ form: Timestamp.Form, _ cursor: inout ByteCursor
  ) -> Timestamp? {
    var civil = date
    guard let hour = cursor.number(digits: 1...2), cursor.skip(.colon),
      let minute = cursor.number(digits: 2...2), cursor.skip(.colon),
      let second = cursor.number(digits: 2...2)
    else { return nil }
    (civil.hour, civil.minute, civil.second) = (hour, minute, second)
    guard civil.isValid else { return nil }
    let fraction = cursor.fraction()
    return Timestamp(form: form, time: civil.sinceEpoch + fraction - zone(&cursor))
  }

  /// How far a zone is ahead of universal time; zero where none is given.
  private static func zone(_ cursor: inout ByteCursor) -> Duration {
    if cursor.skip(UInt8(ascii: "Z")) { return .zero }
    let zone: Duration? = cursor.attempt { cursor in
      _ = cursor.skip(.space)
      let isBehind = cursor.next == .minus
      guard cursor.skip(.plus, .minus), let hours = cursor.number(digits: 2...4) else { return nil }
      let minutes: Int
      if hours > 99 {
        minutes = hours / 100 * 60 + hours % 100
      } else {
        _ = cursor.skip(.colon)
        minutes = hours * 60 + (cursor.number(digits: 2...2) ?? 0)
      }
      return .seconds(minutes * (isBehind ? -60 : 60))
    }
    return zone ?? .zero
  }

  /// The number of a month by its English abbreviation.
  private static func month(_ cursor: inout ByteCursor) -> Int? {
    guard let letters = cursor.letters(3) else { return nil }
    return months.firstIndex(of: letters).map { $0 + 1 }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }
}

extension ByteCursor {
  /// Exactly `count` letters, in lower case.
  fileprivate mutating func letters(_ count: Int) -> [UInt8]? {
    attempt { cursor in
      var letters: [UInt8] = []
      while let next = cursor.next, next.isLetter, letters.count <= count {
        letters.append(next.lowercased)
        cursor.advance()
      }
      return letters.count == count ? letters : nil
    }
  }
}
