internal import TraceFormat

/// A forest, and the answers to the questions that several rules ask about it.
///
/// Nothing in it changes while the rules judge. Each question is defined once, in the file of its theme:
/// `Handles` knows the holder of a handle, `Stops` the stops that are to come, and `Keepers` the sources that
/// keep a life alive. `Settling` says whether an end may still come, and `Growing` whether a kind still
/// grows.
struct Facts: Sendable {
  let forest: Forest
  /// In nanoseconds. An event that came this long before the end of the recording has had its effect.
  let settle: UInt64
  /// The reader chose the settle time: then it alone decides whether an end may still come.
  let isSettleChosen: Bool
  /// The program runs: an end may still come.
  let isRunning: Bool
  /// The rounds of the program, as far as marks tell of them.
  let rounds: [Rounds]
  /// When the test ended that all this belongs to; nil where it belongs to none.
  let testEnded: UInt64?
  /// Somebody asks why rules let living subscriptions be.
  let explains: Bool
  /// The way from its root to each life, line by line.
  let places: LifePlaces
  /// The root of each life.
  let roots: LifeTargets
  let kinds: Kinds

  init(
    _ forest: Forest, settle: UInt64, isSettleChosen: Bool = false, rounds: [Rounds] = [],
    isRunning: Bool = false, testEnded: UInt64? = nil, explains: Bool = false
  ) {
    let rows = forest.table.rows
    var roots = LifeTargets(ofThemselves: rows.count)
    for index in forest.topDown {
      if let below = rows.downstream(of: index) { roots[index] = roots[below] }
    }
    self.init(
      forest, settle: settle, isSettleChosen: isSettleChosen, rounds: rounds, isRunning: isRunning,
      testEnded: testEnded, explains: explains, places: LifePlaces(forest), roots: roots)
  }

  /// The facts about the same lives at an earlier moment: their places and roots are known. Nobody asks why a
  /// life was let be that has ended since.
  init(_ earlier: Forest, like facts: Facts) {
    self.init(
      earlier, settle: facts.settle, isSettleChosen: facts.isSettleChosen, rounds: facts.rounds,
      isRunning: facts.isRunning, testEnded: facts.testEnded, explains: false, places: facts.places,
      roots: facts.roots)
  }

  private init(
    _ forest: Forest, settle: UInt64, isSettleChosen: Bool, rounds: [Rounds], isRunning: Bool,
    testEnded: UInt64?, explains: Bool, places: LifePlaces, roots: LifeTargets
  ) {
    self.forest = forest
    self.settle = settle
    self.isSettleChosen = isSettleChosen
    self.isRunning = isRunning
    self.rounds = rounds
    self.testEnded = testEnded
    self.explains = explains
    self.places = places
    self.roots = roots
    kinds = Kinds(forest, places)
  }
}
