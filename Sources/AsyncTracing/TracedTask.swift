import SignalTracing
import TraceFormat

/// Runs `body` in the task at hand, as a task of a recording: its loops, tasks and stages stand below it.
///
///     group.addTask { await withTracedTask("client") { await serve(client) } }
///
/// It completes or fails with `body`. If the task is cancelled meanwhile, it is called cancelled at that
/// moment, and is over when `body` has returned.
///
/// In a child of a traced task it counts as a child task: its parent may cancel it.
///
/// - Parameters:
///   - name: a literal, which recordings show.
///   - owner: the object that the work is a part of. It is not kept alive. A task that outlives it is a leak.
public func withTracedTask<Success, Failure: Error>(
  _ name: StaticString, owner: AnyObject? = nil, file: StaticString = #fileID, line: UInt32 = #line,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  let below = TracingContext.current
  let isChild = below.map { $0.isTask && !$0.isOfCurrentTask } ?? false
  let life = TaskLife(
    CallSite(name, file, line), owner, Role(.task, number: isChild ? 1 : 0), for: below)
  return try await life.run(isolation: isolation, body)
}

/// Makes a task, as `Task { }` does. A recording tells of it, and its loops, tasks and stages stand below it.
///
///     let reading = tracedTask("reader", owner: self) { await read() }
///
/// It is made below the traced task or the stage at hand, and may outlive it. It completes or fails with
/// `operation`. Once cancelled it is called so, and is over when `operation` has returned. To drop its handle
/// is no fault.
///
/// - Parameters:
///   - name: a literal, which recordings show.
///   - owner: the object that the task is a part of. It is not kept alive. A task that outlives it is a leak.
@discardableResult
public func tracedTask<Success: Sendable>(
  _ name: StaticString, priority: TaskPriority? = nil, owner: AnyObject? = nil,
  file: StaticString = #fileID, line: UInt32 = #line,
  @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Success
) -> Task<Success, Never> {
  let life = TaskLife(CallSite(name, file, line), owner, Role(.task), for: TracingContext.current)
  // It is handed over to the task, which alone calls it.
  nonisolated(unsafe) let operation = operation
  return Task(priority: priority) { await life.run { await operation() } }
}

/// As `tracedTask(_:priority:owner:)`, for work that may throw.
@discardableResult
public func tracedTask<Success: Sendable>(
  _ name: StaticString, priority: TaskPriority? = nil, owner: AnyObject? = nil,
  file: StaticString = #fileID, line: UInt32 = #line,
  @_inheritActorContext @_implicitSelfCapture operation:
    sending @escaping @isolated(any) () async throws -> Success
) -> Task<Success, any Error> {
  let life = TaskLife(CallSite(name, file, line), owner, Role(.task), for: TracingContext.current)
  // It is handed over to the task, which alone calls it.
  nonisolated(unsafe) let operation = operation
  return Task(priority: priority) { try await life.run { try await operation() } }
}

/// The life of a task, and the body that it runs.
private struct TaskLife: Sendable {
  private let life: AsyncLife

  init(_ site: CallSite, _ owner: AnyObject?, _ role: Role, for below: TracingContext?) {
    life = AsyncLife(site, owner: OwnerNumber.of(owner, at: site), role, for: below)
  }

  /// Runs the body of the task, and reports how it ends.
  func run<Success, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let outcome: Result<Success, Failure> = await TracingContext.$current.withValue(
      life.context,
      operation: {
        life.context?.enter()
        // Nobody has to be told of the moment: the end tells.
        guard TracedSubscription.livesAreWatched else { return await result(isolation: isolation, body) }
        return await withTaskCancellationHandler(
          operation: { await result(isolation: isolation, body) },
          onCancel: { life.dispose(because: .cancelled) }, isolation: isolation)
      }, isolation: isolation)
    var error: (any Error)?
    if case .failure(let thrown) = outcome { error = thrown }
    // As with tasks that are not traced: neither result nor error of a cancelled task is told.
    if Task.isCancelled { life.dispose(because: .cancelled) } else { life.end(error) }
    return try outcome.get()
  }

  private func result<Success, Failure: Error>(
    isolation: isolated (any Actor)?, _ body: () async throws(Failure) -> Success
  ) async -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
