import Foundation
import Glibc

/// `http://127.0.0.1:PORT/metrics`, which answers each request with the text of a backend.
final class Endpoint: Sendable {
  let port: UInt16
  private let listening: Int32

  init(_ backend: TextFormat) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    listening = descriptor
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        Self.answer(connection, backend)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
  }

  private static func answer(_ connection: Int32, _ backend: TextFormat) {
    var request = Data()
    var room = [UInt8](repeating: 0, count: 4096)
    while request.range(of: Data("\r\n\r\n".utf8)) == nil {
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { return }
      request.append(contentsOf: room.prefix(count))
    }
    let body = Array(backend.text.utf8)
    let head = """
      HTTP/1.1 200 OK\r
      Content-Type: text/plain; version=0.0.4; charset=utf-8\r
      Content-Length: \(body.count)\r
      Connection: close\r
      \r\n
      """
    var rest = (Array(head.utf8) + body)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The text that an HTTP client gets now.
  func text() throws -> String {
    let answer = try Program.run("curl", ["-sS", "--fail", "http://127.0.0.1:\(port)/metrics"])
    guard answer.status == 0 else { throw POSIXError(.ECONNREFUSED) }
    return answer.output
  }

  func samples() throws -> Samples { Samples(try text()) }
}
