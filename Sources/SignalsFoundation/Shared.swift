/// A value of a type that Foundation documents as thread-safe but does not declare `Sendable`.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
