import Feed
import NIOCore
import NIOPosix

let arguments = Arguments()
let feed = Feed()
let sum = Sum()
let requests = Count()

@Sendable func answer(_ line: String) async -> String {
  let request = requests.next()
  let prices = feed.prices(of: request)
  let reader = Task {  // LEAK
    for await price in prices { sum.add(price) }
  }
  feed.send(request, to: request)
  if line.hasPrefix("lost"), !arguments.isMended {
    feed.forget(request)
  } else {
    feed.finish(request)
    await reader.value
  }
  return "\(request)\n"
}

let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
  .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
  .bind(host: "127.0.0.1", port: arguments.port) { channel in
    channel.eventLoop.makeCompletedFuture {
      try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
    }
  }

try await withThrowingDiscardingTaskGroup { group in
  try await server.executeThenClose { clients in
    for try await client in clients {
      group.addTask {
        try? await client.executeThenClose { inbound, outbound in
          for try await line in inbound {
            try await outbound.write(ByteBuffer(string: await answer(String(buffer: line))))
          }
        }
      }
    }
  }
}
