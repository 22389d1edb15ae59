import TraceFormat

/// The content of one line of a kernel tracer's output.
enum ProbeLine: Hashable {
  case firing(ProbeFiring)
  /// The Swift runtime did something.
  case runtime(RuntimeFiring)
  /// A file of the process, in the map that stands before the tracer's lines.
  case module(ModuleMapping)
  /// A tracer's line at its end, without a time.
  case left(UInt32, TraceEvent)
  /// The first line of `record.bt` and `record.stp`: both clocks at one moment.
  case start(monotonic: UInt64, wallClock: UInt64)
  /// `lifecycle.bt` speaks: values are counted, not printed.
  case lifecycleOnly
  /// The name of a process.
  case process(UInt32, name: String)
  /// The tracer could not write so many lines, which belong here.
  case lost(UInt64)
  /// It begins like an event, and is none.
  case damaged
  /// Any other line of a tracer or the traced program.
  case other

  init(_ line: ArraySlice<UInt8>) {
    if let runtime = RuntimeLine.read(line) {
      self = runtime
      return
    }
    let tabbed = TabbedLine.read(line)
    if tabbed == .other, let mapping = ModuleMapping(line) {
      self = .module(mapping)
    } else {
      self = tabbed == .other ? PerfLine.read(line) : tabbed
    }
  }
}
