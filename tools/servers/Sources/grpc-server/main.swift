import Feed
import GRPCCore
import GRPCNIOTransportHTTP2Posix

/// Messages are texts.
struct Texts: MessageSerializer, MessageDeserializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: String) throws -> Bytes { Bytes(message.utf8) }
  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> String {
    bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

let prices = MethodDescriptor(fullyQualifiedService: "shop.Prices", method: "Watch")

/// Streams the price that was asked for.
struct Prices: RegistrableRPCService {
  let feed = Feed()
  let requests = Count()
  let isMended: Bool

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(forMethod: prices, deserializer: Texts(), serializer: Texts()) { request, _ in
      var kind = ""
      for try await message in request.messages { kind = message }
      return watch(kind)
    }
  }

  private func watch(_ kind: String) -> StreamingServerResponse<String> {
    let request = requests.next()
    return StreamingServerResponse { writer in
      let stream = feed.prices(of: request)
      let sum = Sum()
      let reader = Task {  // LEAK
        for await price in stream { sum.add(price) }
      }
      feed.send(request, to: request)
      if kind == "lost", !isMended {
        feed.forget(request)
      } else {
        feed.finish(request)
        await reader.value
      }
      try await writer.write("\(request)")
      return [:]
    }
  }
}

let arguments = Arguments()

if CommandLine.arguments.contains("--client") {
  try await withGRPCClient(
    transport: .http2NIOPosix(
      target: .ipv4(address: "127.0.0.1", port: arguments.port), transportSecurity: .plaintext)
  ) { client in
    for call in 1...200 {
      try await client.serverStreaming(
        request: ClientRequest(message: call.isMultiple(of: 10) ? "lost" : "kept"), descriptor: prices,
        serializer: Texts(), deserializer: Texts(), options: .defaults
      ) { response in
        for try await message in response.messages { print(message) }
      }
    }
  }
} else {
  let server = GRPCServer(
    transport: .http2NIOPosix(
      address: .ipv4(host: "127.0.0.1", port: arguments.port), transportSecurity: .plaintext),
    services: [Prices(isMended: arguments.isMended)])
  try await server.serve()
}
