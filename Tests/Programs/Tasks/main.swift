// A program of tasks. It imports nothing, and some of its tasks never end: their streams are never finished.

struct Refusal: Error {}

/// Reads what a client sends, until the stream is finished.
func read(_ client: AsyncStream<Int>) async -> Int {
  var sum = 0
  for await number in client { sum += number }
  return sum
}

/// Serves one client. A client that hangs up in the middle finishes nothing.
func serve(client: Int) async {
  let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  Task {
    _ = await read(stream)
  }
  for number in 0..<4 { continuation.yield(number) }
  if client % 4 == 3 { return }
  continuation.finish()
}

func squares(upTo count: Int) async -> Int {
  await withTaskGroup(of: Int.self) { group in
    for number in 0..<count {
      group.addTask {
        await Task.yield()
        return number * number
      }
    }
    return await group.reduce(0, +)
  }
}

func sums() async -> Int {
  async let first = squares(upTo: 3)
  async let second = squares(upTo: 4)
  return await first + second
}

for client in 0..<42 {
  await serve(client: client)
  try await Task.sleep(for: .milliseconds(2))
}

let refused = Task.detached { () throws -> Int in
  throw Refusal()
}
_ = await refused.result

let sleeper = Task {
  try await Task.sleep(for: .seconds(60))
}
sleeper.cancel()
_ = await sleeper.result

// It waits for an answer that nobody gives: it is cancelled in vain.
var question: CheckedContinuation<Void, Never>?
let asking = Task {
  await withCheckedContinuation { question = $0 }
}
await Task.yield()
asking.cancel()

print(await sums())
try await Task.sleep(for: .milliseconds(300))
