public import SignalTracing

extension AsyncSequence {
  /// The same sequence, shown in recordings. Each iteration is a life, with its values, its end and its
  /// error.
  ///
  ///     for await price in prices.filter { $0 > 9 }.traced("prices") { … }
  ///
  /// The outermost stage is the loop: a life below the traced task that runs it, or a root. A stage further
  /// up is the source of the next stage, even if an operator between them reads it in a task of its own, as
  /// `merge` and `debounce` of swift-async-algorithms do.
  ///
  /// A loop that is left ends as `explicit`, and one whose task was cancelled as `cancelled`. Elements are
  /// described only while values are recorded. Without a recording, an iteration costs a record in the live
  /// table, and an element a check of a few instructions.
  ///
  /// - Parameters:
  ///   - name: a literal that recordings show in place of an operator's name.
  ///   - owner: the object that owns the loop. It is not kept alive. A loop that outlives its owner is a
  ///     leak.
  public func traced(
    _ name: StaticString, owner: AnyObject? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> AsyncTracedSequence<Self> {
    let site = CallSite(name, file, line)
    return AsyncTracedSequence(self, site, owner: Trace.number(ofOwner: owner, at: site))
  }
}

/// A sequence that recordings show: see `traced(_:owner:)`.
public struct AsyncTracedSequence<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  private let base: Base
  private let site: CallSite
  private let owner: UInt64

  init(_ base: Base, _ site: CallSite, owner: UInt64) {
    self.base = base
    self.site = site
    self.owner = owner
  }

  /// Begins the life of one iteration.
  public func makeAsyncIterator() -> Iterator {
    let life = AsyncLife(stage: site, owner: owner)
    return Iterator(life, TracingContext.$current.withValue(life.context) { base.makeAsyncIterator() })
  }

  /// Its life lasts until the sequence ends or the iterator goes out of memory. One task at a time may use
  /// it.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    // In front of `base`: its end comes first.
    @usableFromInline let life: AsyncLife
    @usableFromInline var base: Base.AsyncIterator
    /// Operators begin their tasks at the first element.
    @usableFromInline var hasBegun = false

    init(_ life: AsyncLife, _ base: Base.AsyncIterator) {
      self.life = life
      self.base = base
    }

    @inlinable
    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: nil)
    }

    /// The next element of the sequence; nil at its end, or when the task was cancelled.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      do throws(Base.Failure) {
        let isBound = !hasBegun || TracedSubscription.livesAreWatched
        let element =
          isBound ? try await nextInContext(isolation: actor) : try await base.next(isolation: actor)
        if let element {
          if TracedSubscription.watchOnValues != 0 { life.next { String(describing: element) } }
        } else {
          life.sequenceEnded()
        }
        return element
      } catch {
        life.sequenceFailed(error)
        throw error
      }
    }

    /// The next element. Stages that are made meanwhile, in any task, are sources of this stage.
    @usableFromInline
    mutating func nextInContext(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      hasBegun = true
      life.context?.enter()
      let outcome: Result<Base.Element?, Base.Failure> = await TracingContext.$current.withValue(
        life.context,
        operation: {
          do throws(Base.Failure) {
            return .success(try await base.next(isolation: actor))
          } catch {
            return .failure(error)
          }
        }, isolation: actor)
      return try outcome.get()
    }
  }
}

extension AsyncTracedSequence: Sendable where Base: Sendable {}
extension AsyncTracedSequence.Iterator: Sendable where Base.AsyncIterator: Sendable {}
