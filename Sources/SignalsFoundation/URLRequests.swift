public import Foundation
import SignalTracing
public import Signals
import TraceFormat

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The answer of a server.
public struct URLAnswer: Sendable {
  public let data: Data
  /// An `HTTPURLResponse` if the server speaks HTTP.
  public let response: URLResponse
}

extension Signal where Value == URLAnswer {
  /// Makes a request for every subscription, sends the answer and completes.
  ///
  ///     answer   ---A
  ///     fromURL  ---(A|)
  ///
  /// A failed request is an error; a status such as 404 is not. The answer is sent on the thread on which the
  /// session calls back. Disposal cancels the request. As `NSURLConnection +rac_sendAsynchronousRequest:` and
  /// RxCocoa's `rx.response(request:)`.
  public static func fromURL(
    _ request: URLRequest, session: URLSession = .shared,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<URLAnswer> {
    let session = Shared(session)
    return .source(CallSite("fromURL", file, line, [.source, .ends])) { subscriber in
      let task = session.value.dataTask(with: request) { data, response, error in
        guard subscriber.isOpen else { return }
        if let response, error == nil {
          subscriber.next(URLAnswer(data: data ?? Data(), response: response))
          if subscriber.isOpen { subscriber.completed() }
        } else {
          subscriber.error(error ?? URLError(.unknown))
        }
      }
      task.resume()
      return Disposable { task.cancel() }
    }
  }
}
