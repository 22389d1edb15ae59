// A program of streams. It imports nothing. Some of its tasks wait for streams that nobody can finish any more.

struct Refusal: Error {}

// With an argument it waits for a line before it begins, and for another one before it ends.
let waits = CommandLine.arguments.count > 1
if waits { _ = readLine() }

/// Reads the numbers that a client sends, until the stream is finished.
func read(_ client: AsyncStream<Int>) async -> Int {
  var sum = 0
  for await number in client { sum += number }
  return sum
}

/// Serves one client. A client that hangs up in the middle finishes nothing, and nobody keeps its continuation.
func serve(client: Int) async {
  let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  Task {
    _ = await read(stream)
  }
  for number in 0..<4 { continuation.yield(number) }
  if client % 5 == 4 { return }
  continuation.finish()
}

for client in 0..<20 {
  await serve(client: client)
  try await Task.sleep(for: .milliseconds(2))
}

// Somebody keeps the continuation, and may send at any time.
let (news, editor) = AsyncStream.makeStream(of: String.self)
let subscriber = Task {
  for await _ in news {}
}

// A reader that is cancelled, and one that leaves its loop.
let (ticks, clock) = AsyncStream.makeStream(of: Void.self)
let cancelled = Task {
  for await _ in ticks {}
}
await Task.yield()
cancelled.cancel()
await cancelled.value
clock.yield()
let letters = AsyncStream<Character> { letters in
  for letter in "abc" { letters.yield(letter) }
}
let first = Task {
  for await letter in letters where letter == "b" { return letter }
  return "?"
}
print(await first.value)

// A stream that fails, read by code that knows only a sequence.
func count<Sequence: AsyncSequence>(_ sequence: Sequence) async throws -> Int {
  var count = 0
  for try await _ in sequence { count += 1 }
  return count
}
let (answers, server) = AsyncThrowingStream.makeStream(of: Int.self)
let counting = Task {
  try await count(answers)
}
await Task.yield()
server.yield(1)
server.finish(throwing: Refusal())
_ = await counting.result

// A continuation that its own stream keeps: nobody else has it.
func watch() -> AsyncStream<Int> {
  AsyncStream { continuation in
    continuation.onTermination = { _ in continuation.finish() }
  }
}
let watching = Task {
  for await _ in watch() {}
}

editor.yield("late")
try await Task.sleep(for: .milliseconds(300))
print("end")
if waits { _ = readLine() }
