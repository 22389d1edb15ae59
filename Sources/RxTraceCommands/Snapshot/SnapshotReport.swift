import ProcessInspection
import TraceAnalysis
import TraceFormat
import TraceRendering

/// Below the tree: the call sites, and what should make somebody look.
struct SnapshotReport {
  private let living: LivingProcess
  private let pen: Pen
  private static let mostRows = 20

  init(_ living: LivingProcess, pen: Pen) {
    self.living = living
    self.pen = pen
  }

  func write(to out: inout some TextOutputStream) {
    write(living.alive, "alive, by call site", to: &out)
    write(living.outliving, "alive, though the subscriber has ended or is gone", .doubt, to: &out)
    write(living.kept, "ended, and still in memory", to: &out)
    if living.unsettled > 0 {
      say(pen(""), to: &out)
      say(pen("\(living.unsettled) changed while they were read, and are missing", .doubt), to: &out)
    }
    if living.elsewhere > 0 {
      say(pen(""), to: &out)
      say(
        pen("up to \(living.elsewhere) are missing: the process has them in memory of its own", .doubt),
        to: &out)
    }
    if living.isCut {
      say(pen(""), to: &out)
      say(
        pen("its memory tells of more than a process of its size has: the rest is missing", .doubt), to: &out)
    }
    for remark in living.remarks {
      say(pen(""), to: &out)
      for line in remark.split(separator: "\n") { say(pen(String(line), .doubt), to: &out) }
    }
  }

  private struct Row {
    let site: Site
    var count = 0
    var oldest = UInt64.max
    var newest: UInt64 = 0

    mutating func add(_ subscription: LivingProcess.Subscription) {
      count += 1
      oldest = min(oldest, subscription.began)
      newest = max(newest, subscription.began)
    }

    mutating func add(_ row: Row) {
      count += row.count
      oldest = min(oldest, row.oldest)
      newest = max(newest, row.newest)
    }
  }

  /// The first line where there is no tree.
  func writeHeading(to out: inout some TextOutputStream) {
    let process = living.processID.map { "  pid \($0)" } ?? ""
    say(pen("\(living.name)\(process)  snapshot  \(living.alive.count) alive"), to: &out)
  }

  /// The owners of the handles, the one with the most subscriptions first.
  func writeOwners(to out: inout some TextOutputStream) {
    var rows: [UInt64: Row] = [:]
    for subscription in living.alive {
      rows[subscription.owner, default: Row(site: subscription.site)].add(subscription)
    }
    say(pen(""), to: &out)
    say(pen("alive, by owner: \(living.alive.count)"), to: &out)
    var table = Table(columns: [
      Column("  COUNT", alignsRight: true), Column("OWNER", alignsRight: true),
      Column("ONE OF THEM", least: 12),
      Column("WHERE", hasLastResort: true),
      Column("OLDEST", alignsRight: true), Column("NEWEST", alignsRight: true),
    ])
    let sorted = rows.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    for (owner, row) in sorted.prefix(Self.mostRows) {
      table.add([
        Cell(pen("\(row.count)")), Cell(pen(owner == 0 ? "none" : "\(owner)")),
        Cell(pen(row.site.operatorName)), Cell(pen("\(row.site.file):\(row.site.line)")),
        Cell(pen(age(row.oldest))), Cell(pen(age(row.newest))),
      ])
    }
    table.write(with: pen, to: &out)
    if sorted.count > Self.mostRows {
      say(pen("  … \(sorted.count - Self.mostRows) more owners", .dim), to: &out)
    }
  }

  private func write(
    _ subscriptions: [LivingProcess.Subscription], _ title: String, _ ink: Ink = .plain,
    to out: inout some TextOutputStream
  ) {
    guard !subscriptions.isEmpty else { return }
    // By addresses first: texts are compared once for each call site.
    var places: [LiveTableReader.Place: Row] = [:]
    for subscription in subscriptions {
      places[subscription.place, default: Row(site: subscription.site)].add(subscription)
    }
    var rows: [Site: Row] = [:]
    for row in places.values { rows[row.site, default: Row(site: row.site)].add(row) }
    let sorted = rows.values.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return (left.site.file, left.site.line, left.site.operatorName)
        < (right.site.file, right.site.line, right.site.operatorName)
    }
    say(pen(""), to: &out)
    say(pen("\(title): \(subscriptions.count)", ink), to: &out)
    var table = Table(columns: [
      Column("  COUNT", alignsRight: true), Column("OPERATOR", least: 12),
      Column("WHERE", hasLastResort: true),
      Column("OLDEST", alignsRight: true), Column("NEWEST", alignsRight: true),
    ])
    for row in sorted.prefix(Self.mostRows) {
      table.add([
        Cell(pen("\(row.count)")), Cell(pen(row.site.operatorName)),
        Cell(pen("\(row.site.file):\(row.site.line)")), Cell(pen(age(row.oldest))),
        Cell(pen(age(row.newest))),
      ])
    }
    table.write(with: pen, to: &out)
    if sorted.count > Self.mostRows {
      say(pen("  … \(sorted.count - Self.mostRows) more call sites: --format json", .dim), to: &out)
    }
  }

  private func age(_ began: UInt64) -> String {
    guard living.hasTimes else { return "?" }
    let age = living.taken.since(began)
    return TimeUnit(for: age).named(age)
  }

  private func say(_ line: Line, to out: inout some TextOutputStream) { line.write(on: pen.page, to: &out) }
}
