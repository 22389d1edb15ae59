// fault: some-do-not-end
// verdict: likely
// proof: run
// says: frames that carry an error are dropped as they are decoded, so whoever made that call waits for ever

import Signals
import Synchronization

private struct Frame: Sendable {
  let id: Int
  let body: String?
  let errorCode: Int?
}

private struct RemoteError: Error {
  let code: Int
}

private struct Reply: Sendable {
  let id: Int
  let result: Result<String, RemoteError>

  init(_ frame: Frame) {
    id = frame.id
    if let code = frame.errorCode {
      result = .failure(RemoteError(code: code))
    } else {
      result = .success(frame.body ?? "")
    }
  }
}

/// One socket, many calls on it.
private final class Socket: Sendable {
  let frames = PublishSubject<Frame>()
  private let server = QueueScheduler("server")

  func send(id: Int, method: String) {
    let isForbidden = method.hasPrefix("admin")
    server.schedule(after: .milliseconds(isForbidden ? 3 : 9)) { [frames] in
      frames.next(
        isForbidden
          ? Frame(id: id, body: nil, errorCode: 403)
          : Frame(id: id, body: "done: \(method)", errorCode: nil))
    }
  }
}

/// Matches answers to calls.
private final class RpcClient: Sendable {
  private let socket: Socket
  private let replies: Signal<Reply>
  private let ids = Atomic<Int>(0)

  init(_ socket: Socket) {
    self.socket = socket
    if mended {
      replies = socket.frames.map { Reply($0) }
    } else {
      replies = socket.frames.filter { $0.errorCode == nil }.map { Reply($0) }  // LEAK
    }
  }

  func call(_ method: String) -> Signal<String> {
    let id = ids.add(1, ordering: .relaxed).newValue
    return replies.filter { $0.id == id }
      .take(1)  // LEAK
      .map { try $0.result.get() }
      .do(onSubscribed: { [socket] in socket.send(id: id, method: method) })
  }
}

/// The console: runs what an operator types.
private final class Console: Sendable {
  let answers = Atomic<Int>(0)
  let refusals = Atomic<Int>(0)
  private let client: RpcClient

  init(_ client: RpcClient) { self.client = client }

  func type(_ method: String) {
    _ = client.call(method)
      .subscribe(
        next: { _ in self.answers.add(1, ordering: .relaxed) },
        error: { _ in self.refusals.add(1, ordering: .relaxed) })
  }
}

enum RpcOverSocket: LeakProgram {
  static func run() {
    let console = Console(RpcClient(Socket()))
    let methods = ["status", "uptime", "peers", "admin.reload", "queues", "version", "sessions"]
    for number in 0..<35 {
      console.type(methods[number % methods.count])
      pause(milliseconds: 6)
    }
    pause(milliseconds: 150)
    print(
      "answers", console.answers.load(ordering: .relaxed), "refusals",
      console.refusals.load(ordering: .relaxed))
  }
}
