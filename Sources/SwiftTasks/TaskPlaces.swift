import CSwiftTasks
import SignalTracing
import TraceFormat

/// Describes a place that makes tasks, streams or loops, once.
@_cdecl("rx_task_describe")
package func describePlace(_ place: UnsafeMutableRawPointer) {
  TaskPlaces.describe(place.assumingMemoryBound(to: rx_task_place.self))
}

/// The places that make tasks, streams and loops as call sites. The calls are known by their addresses;
/// `rxtrace` finds the lines.
enum TaskPlaces {
  /// The longest path of a library that is kept.
  private static let longestPath = 512

  static func describe(_ place: UnsafeMutablePointer<rx_task_place>) {
    let kind = place.pointee.kind
    let site = CallSite(
      interning: name(of: kind), file: addresses(of: place), line: 0,
      traits: kind == UInt32(RX_STREAM) || kind == UInt32(RX_THROWING_STREAM) ? [.source, .hot] : [])
    // The call site is the first field of the place.
    UnsafeMutableRawPointer(place).storeBytes(of: site, as: CallSite.self)
  }

  @inline(__always)
  static func site(of place: UnsafePointer<rx_task_place>) -> CallSite {
    UnsafeRawPointer(place).load(as: CallSite.self)
  }

  @inline(__always)
  static func role(of place: UnsafePointer<rx_task_place>) -> Role {
    // The runtime ensures that a child task ends before its parent does.
    let kind = place.pointee.kind
    return Role(.task, number: kind == UInt32(RX_TASK_CHILD) || kind == UInt32(RX_TASK_ASYNC_LET) ? 1 : 0)
  }

  private static func name(of kind: UInt32) -> String {
    switch Int(kind) {
    case Int(RX_TASK_DETACHED): "detached task"
    case Int(RX_TASK_CHILD): "child task"
    case Int(RX_TASK_ASYNC_LET): "async let"
    case Int(RX_TASK_MAIN): "main task"
    case Int(RX_STREAM): "AsyncStream"
    case Int(RX_THROWING_STREAM): "AsyncThrowingStream"
    case Int(RX_LOOP): "for await"
    default: "task"
    }
  }

  /// The calls in the form of a site's file: see `AddressSite.swift` of `TraceFormat`.
  private static func addresses(of place: UnsafeMutablePointer<rx_task_place>) -> String {
    let calls = withUnsafeBytes(of: place.pointee.calls) { Array($0.bindMemory(to: UInt.self)) }
    let words = calls.prefix(Int(place.pointee.count)).compactMap { call -> String? in
      var offset: UInt64 = 0
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestPath) { name in
        guard let start = name.baseAddress, rx_task_find_module(call, &offset, start, longestPath) else {
          return nil
        }
        return "\(String(cString: start))+0x\(String(offset, radix: 16))"
      }
    }
    return "@" + words.joined(separator: " ")
  }
}
