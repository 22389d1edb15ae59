/// One row for every operator, creator, subject and multicast.
///
/// A new operator adds a row here; `OperatorTableTests` fails until it has one.
enum OperatorTable {
  static var rows: [OperatorRow] {
    creation + values + ends + combinations + flattenings + failures + timed + watching + multicasts
      + bindings
      + traits + foundation + gatherings + expansions + pacings + repetitions + selections
  }
}
