/// Lets the compiler check a closure that answers yes or no by itself.
///
/// The compiler checks the closures of a chain together with the chain. A literal or an operator in one
/// closure multiplies with the literals and operators in all others, until the compiler gives up ("unable to
/// type-check this expression in reasonable time"). A closure whose parameter carries `@Condition` is checked
/// on its own, since its result is known to be `Bool`.
/// `doubles.map { $0 * 1.5 }.filter { $0 < 4 }.map { $0 + 1 }` takes 285 steps of the compiler instead of
/// 6,913.
///
/// At run time nothing differs: the compiler removes these functions in debug builds, too. A closure with
/// `return` is not touched. A closure without `return` is one expression, or an `if` or a `switch` with one
/// in each branch. Where a branch throws, write `return` in the others. As SwiftUI's `ViewBuilder`, for one
/// value.
@resultBuilder
public enum Condition {
  /// The closure's expression.
  @_transparent
  public static func buildExpression(_ condition: Bool) -> Bool { condition }

  /// An expression that never returns, such as `fatalError()`.
  @_transparent @_disfavoredOverload
  public static func buildExpression(_ never: Never) -> Bool {}

  /// The closure's only statement.
  @_transparent
  public static func buildBlock(_ condition: Bool) -> Bool { condition }

  /// A branch of an `if` or a `switch`.
  @_transparent
  public static func buildEither(first condition: Bool) -> Bool { condition }

  /// The other branch.
  @_transparent
  public static func buildEither(second condition: Bool) -> Bool { condition }
}
