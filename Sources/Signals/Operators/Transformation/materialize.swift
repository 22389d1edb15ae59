public import SignalTracing

extension Signal {
  /// Sends every event as a value, the terminal one included, and completes.
  ///
  ///     source       1-2---#
  ///     materialize  A-B---(C|)     (A = next 1, B = next 2, C = error)
  ///
  /// As `RACSignal -materialize`.
  @inlinable @inline(__always)
  public func materialize(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Event<Value>> {
    lift(CallSite("materialize", file, line), state: Stateless()) { _, value, output in
      output.next(.next(value))
    } failure: { _, error, output in
      output.next(.error(error))
    } completion: { _, output in
      output.next(.completed)
    }
  }

  /// The values of this signal are events. Sends the value of each `next` event, and ends at the first event
  /// that is an end.
  ///
  ///     source         A-B---C-|     (A = next 1, B = next 2, C = completed)
  ///     dematerialize  1-2---|
  ///
  /// The source is disposed at that event. Ends as the source does if the source ends before. As
  /// `RACSignal -dematerialize`.
  @inlinable @inline(__always)
  public func dematerialize<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result> where Value == Event<Result> {
    lift(CallSite("dematerialize", file, line)) { event, output in
      switch event {
      case .next(let value): output.next(value)
      case .error(let error): output.error(error)
      case .completed: output.completed()
      }
    }
  }

  /// Sends every value as a success and an error as a failure, and completes.
  ///
  ///     source              1-2---#
  ///     materializeResults  A-B---(C|)     (A = success 1, B = success 2, C = failure)
  ///
  /// As ReactiveSwift `materializeResults`.
  @inlinable @inline(__always)
  public func materializeResults(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Result<Value, any Error>> {
    lift(CallSite("materializeResults", file, line), state: Stateless()) { _, value, output in
      output.next(.success(value))
    } failure: { _, error, output in
      output.next(.failure(error))
    }
  }

  /// Sends the values of successes; a failure is the error.
  ///
  ///     source                A-B---C-|     (A = success 1, B = success 2, C = failure)
  ///     dematerializeResults  1-2---#
  ///
  /// Completes as the source does. As ReactiveSwift `dematerializeResults`.
  @inlinable @inline(__always)
  public func dematerializeResults<Success: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Success> where Value == Result<Success, any Error> {
    lift(CallSite("dematerializeResults", file, line)) { result, output in output.next(try result.get()) }
  }
}
