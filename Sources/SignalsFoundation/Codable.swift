public import Foundation
import SignalTracing
public import Signals

extension Signal where Value == Data {
  /// Decodes each piece of data, and sends the decoded value. Data that cannot be decoded is an error.
  ///
  ///     source  "1"-"2"-"x"-|
  ///     decode  1---2---#     (Int.self)
  ///
  /// The decoder runs on the thread that sends. Completes as the source does. As RxSwift
  /// `decode(type:decoder:)` and Combine `decode(type:decoder:)`.
  public func decode<Decoded: Decodable & Sendable>(
    _ type: Decoded.Type, with decoder: JSONDecoder = JSONDecoder(),
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Decoded> {
    let decoder = Shared(decoder)
    return map(as: CallSite("decode", file, line)) { try decoder.value.decode(type, from: $0) }
  }
}

extension Signal where Value: Encodable {
  /// Encodes each value, and sends the data. A value that cannot be encoded is an error.
  ///
  ///     source  1---2---|
  ///     encode  "1"-"2"-|
  ///
  /// The encoder runs on the thread that sends. Completes as the source does. As Combine `encode(encoder:)`.
  public func encode(
    with encoder: JSONEncoder = JSONEncoder(), file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Data> {
    let encoder = Shared(encoder)
    return map(as: CallSite("encode", file, line)) { try encoder.value.encode($0) }
  }
}
