package import Foundation

/// A folder that is gone after its test.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "rxtrace-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }
}
