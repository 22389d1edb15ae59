import ArgumentParser
import ProcessInspection
import TraceAnalysis

/// A condition on the number of living subscriptions of a process: `alive > 1000`, or
/// `alive at Server.swift:40 >= 200`.
struct AliveCondition: Hashable {
  /// A call site or an operator; nil for all.
  let place: String?
  /// The number of living subscriptions from which on the condition holds.
  let least: Int

  init(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    guard let match = Self.parse(words) else {
      throw ValidationError(
        "'\(text.visible)' is no condition; type 'alive > 1000' or 'alive at Server.swift:40 > 1000'.")
    }
    self = match
  }

  private init(place: String?, least: Int) { (self.place, self.least) = (place, least) }

  private static func parse(_ words: [String]) -> AliveCondition? {
    guard words.first == "alive" else { return nil }
    var rest = words.dropFirst()
    var place: String?
    if rest.first == "at" {
      place = rest.dropFirst().first
      guard place != nil else { return nil }
      rest = rest.dropFirst(2)
    }
    guard rest.count == 2, let sign = rest.first, let number = rest.last.flatMap({ Int($0) }), number >= 0,
      number < Int.max
    else { return nil }
    switch sign {
    case ">": return AliveCondition(place: place, least: number + 1)
    case ">=": return AliveCondition(place: place, least: number)
    default: return nil
    }
  }

  /// The number of living subscriptions that it is about.
  func count(in living: LivingProcess) -> Int {
    guard let place else { return living.alive.count }
    return living.alive.count { $0.operatorName == place || $0.site.isAt(place) }
  }

  /// As `12 alive at Server.swift:40`.
  func words(_ count: Int) -> String { "\(count) alive" + (place.map { " at \($0.visible)" } ?? "") }
}
