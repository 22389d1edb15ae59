import ArgumentParser

/// A size as it is typed: `500000`, `64k`, `100M`, `1.5G`, `2GiB`. `k`, `M`, `G` are thousands, `KiB` and the
/// like powers of 1024.
struct SizeArgument: Hashable {
  let bytes: UInt64

  init?(_ text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let amount = Double(number), amount.isFinite,
      let unit = Self.units.first(where: { $0.name == text.dropFirst(number.count).lowercased() })
    else { return nil }
    let size = amount * unit.bytes
    guard size >= 1, size < 9e18 else { return nil }
    bytes = UInt64(size)
  }

  private static let units: [(name: String, bytes: Double)] =
    [("", 1), ("b", 1)]
    + zip(["k", "m", "g", "t"], 1...).flatMap { letter, power in
      let (decimal, binary) = (power.scaled(by: 1000), power.scaled(by: 1024))
      return [(letter, decimal), (letter + "b", decimal), (letter + "ib", binary)]
    }

  /// The size that `text` is, for an option.
  static func size(_ text: String) throws -> SizeArgument {
    guard let size = SizeArgument(text) else {
      throw ValidationError("'\(text.visible)' is no size; type it as 100M, 2GiB, or a number of bytes.")
    }
    return size
  }
}

extension Int {
  fileprivate func scaled(by base: Double) -> Double { (0..<self).reduce(1) { size, _ in size * base } }
}
