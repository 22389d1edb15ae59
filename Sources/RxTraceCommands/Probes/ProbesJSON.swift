import ProcessInspection
import TraceExport

/// `probes --format json`.
struct ProbesJSON {
  private let json: JSON

  init(_ report: ProbeReport) {
    let files = report.inventories.map { inventory in
      JSON.object([
        ("path", .text(inventory.path)), ("has_runtime", .flag(inventory.hasRuntime)),
        ("is_whole", .flag(inventory.isWhole)),
        ("probes", .list(inventory.probes(of: report.providers).map(Self.probe))),
      ])
    }
    json = .object([
      ("schema", "rxtrace"), ("version", .number(1)), ("report", "probes"),
      ("subject", .text(report.place)),
      ("pid", report.process.map { .number(UInt64($0.pid)) } ?? .null), ("files", .list(files)),
    ])
  }

  private static func probe(_ probe: ProbeInventory.Probe) -> JSON {
    .object([
      ("provider", .text(probe.provider)), ("name", .text(probe.name)),
      ("sites", .number(UInt64(probe.sites))), ("arguments", .number(UInt64(probe.arguments))),
      ("has_semaphore", .flag(probe.hasSemaphore)),
      ("attached", probe.attached.map { .number(UInt64(max($0, 0))) } ?? .null),
    ])
  }

  /// One line.
  var text: String { json.description + "\n" }
}
