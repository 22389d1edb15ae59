/// A type that Foundation documents as thread-safe, and does not declare so.
struct Shared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
