// fault: buffer-of-one-who-left
// verdict: suspect
// proof: run
// says: the client keeps the buffer of every reader for ever and fills it on, though the reader left at the reconnect
// source: AgentWorkforce/relay #1266
// fix: a buffer is taken out of the registry as its reader leaves, and keeps the newest 256 only

import Signals

private struct ChannelEvent: Sendable {
  let channel: String
  let text: String
}

/// The client of a chat server. Each reader gets the events from the moment that it asked for them.
private final class AgentClient: Sendable {
  private struct State: Sendable {
    var next = 0
    var buffers: [Int: ReplaySubject<ChannelEvent>] = [:]
  }

  private let state = Shared(State())
  let connection = BehaviorSubject("offline")

  var inboundMessages: Signal<ChannelEvent> {
    let buffer = mended ? ReplaySubject<ChannelEvent>(capacity: 256) : ReplaySubject<ChannelEvent>()  // LEAK
    let id = state.update { state -> Int in
      state.next += 1
      state.buffers[state.next] = buffer
      return state.next
    }
    guard mended else { return buffer }
    return buffer.onDispose { [state] in state.update { $0.buffers[id] = nil } }
  }

  func receive(_ event: ChannelEvent) { for buffer in state.value.buffers.values { buffer.next(event) } }

  var readers: Int { state.value.buffers.count }
}

/// The part of an application that reads messages, anew with each connection.
private final class Inbox: Sendable {
  let read = Shared(0)
  private let reading = Shared<Task<Void, any Error>?>(nil)

  func connect(_ client: AgentClient) {
    disconnect()
    client.connection.next("online")
    let messages = client.inboundMessages
    let task = Task { [read] in
      for try await event in messages.values() { read.update { $0 += event.text.isEmpty ? 0 : 1 } }
    }
    reading.update { $0 = task }
  }

  func disconnect() {
    let task = reading.update { reading in
      defer { reading = nil }
      return reading
    }
    task?.cancel()
  }
}

enum AbandonedEventBuffers: LeakProgram {
  static func run() {
    let client = AgentClient()
    let inbox = Inbox()
    let light = client.connection.distinctUntilChanged().subscribe(next: { _ in })
    for epoch in 0..<8 {
      inbox.connect(client)
      for number in 0..<25 {
        client.receive(ChannelEvent(channel: "general", text: "message \(epoch).\(number)"))
        pause(milliseconds: 1)
      }
      inbox.disconnect()
      client.connection.next("offline")
      pause(milliseconds: 8)
    }
    print("read", inbox.read.value, "buffers", client.readers)
    light.dispose()
    killed(holding: client)
  }
}
