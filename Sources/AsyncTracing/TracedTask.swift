import SignalTracing
import TraceFormat

/// Runs `body` in the current task, and shows it in recordings as a task. The loops, tasks and stages of
/// `body` belong to it.
///
///     group.addTask { await withTracedTask("client") { await serve(client) } }
///
/// It completes or fails with `body`. If the task is cancelled meanwhile, recordings show it as cancelled
/// from that moment, and as gone when `body` has returned.
///
/// Inside a child task of a traced task it counts as a child task, which its parent may cancel.
///
/// - Parameters:
///   - name: a literal that recordings show.
///   - owner: the object that owns the work. It is not kept alive. A task that outlives its owner is a leak.
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

/// Makes a task, as `Task { }` does, and shows it in recordings. The task's loops, tasks and stages belong to
/// it.
///
///     let reading = tracedTask("reader", owner: self) { await read() }
///
/// It is made below the current traced task or stage, and may outlive that. It completes or fails with
/// `operation`. If it is cancelled, recordings show it as cancelled from that moment, and as gone when
/// `operation` has returned. Releasing its handle is no fault.
///
/// - Parameters:
///   - name: a literal that recordings show.
///   - owner: the object that owns the task. It is not kept alive. A task that outlives its owner is a leak.
@discardableResult
public func tracedTask<Success: Sendable>(
  _ name: StaticString, priority: TaskPriority? = nil, owner: AnyObject? = nil,
  file: StaticString = #fileID, line: UInt32 = #line,
  @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Success
) -> Task<Success, Never> {
  let life = TaskLife(CallSite(name, file, line), owner, Role(.task), for: TracingContext.current)
  // Only the task calls it.
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
  // Only the task calls it.
  nonisolated(unsafe) let operation = operation
  return Task(priority: priority) { try await life.run { try await operation() } }
}

/// The life of a task, and the body that it runs.
private struct TaskLife: Sendable {
  private let life: AsyncLife

  init(_ site: CallSite, _ owner: AnyObject?, _ role: Role, for below: TracingContext?) {
    life = AsyncLife(site, owner: Trace.number(ofOwner: owner, at: site), role, for: below)
  }

  /// Runs the body of the task, and reports how it ends.
  func run<Success, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let outcome: Result<Success, Failure> = await TracingContext.$current.withValue(
      life.context,
      operation: {
        life.context?.enter()
        // Without a watcher the moment of a cancellation is not recorded.
        guard TracedSubscription.livesAreWatched else { return await result(isolation: isolation, body) }
        return await withTaskCancellationHandler(
          operation: { await result(isolation: isolation, body) },
          onCancel: { life.dispose(.cancelled) }, isolation: isolation)
      }, isolation: isolation)
    var error: (any Error)?
    if case .failure(let thrown) = outcome { error = thrown }
    // As with tasks that are not traced, neither the result nor the error of a cancelled task is reported.
    if Task.isCancelled { life.dispose(.cancelled) } else { life.end(error) }
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
