import AsyncTracing

// A server of numbers. Each client has a stream and a task that reads it. A client that hangs up in the middle leaves its
// stream unfinished, and its reader waits.

/// Adds up the even numbers of a client.
func read(_ numbers: AsyncStream<Int>.Traced) async -> Int {
  var sum = 0
  for await number in numbers.filter({ $0 % 2 == 0 }).traced("even numbers") { sum += number }
  return sum
}

func serve(client: Int) async {
  let (numbers, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "numbers")
  tracedTask("reader") { await read(numbers) }
  for number in 1...4 { continuation.yield(number) }
  if client % 4 == 3 { return }
  continuation.finish()
}

for client in 0..<12 {
  await withTracedTask("client") { await serve(client: client) }
  try await Task.sleep(for: .milliseconds(5))
}

/// Reads a hundred numbers.
func count() async -> Int {
  let (numbers, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "hundred")
  for number in 1...100 { continuation.yield(number) }
  continuation.finish()
  return await numbers.traced("count").reduce(0, +)
}

/// The sum of eight that count at once.
func countAtOnce() async -> Int {
  await withTaskGroup(of: Int.self) { group in
    for _ in 0..<8 {
      group.addTask { await withTracedTask("counter") { await count() } }
    }
    return await group.reduce(0, +)
  }
}

print(await countAtOnce())
try await Task.sleep(for: .milliseconds(300))
