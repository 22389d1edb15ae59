import Foundation
import Testing

/// The parts of a page: its policy, style, data and script, and the markup that is left without these.
struct PageParts {
  let policy: String
  let style: String
  let data: String
  let script: String
  let markup: String

  init(_ page: String) throws {
    let parts = try #require(
      page.wholeMatch(
        of:
          #/(?s)(.*?<style>)(.*?)(</style>.*<script class="recording" type="application/json">)(.*?)(</script>\n<script>)(.*?)(</script>.*)/#
      ))
    (style, data, script) = (String(parts.output.2), String(parts.output.4), String(parts.output.6))
    markup = [parts.output.1, parts.output.3, parts.output.5, parts.output.7].joined()
    let policy = try #require(
      markup.firstMatch(of: #/http-equiv="Content-Security-Policy" content="([^"]*)"/#))
    self.policy = String(policy.output.1)
  }

  /// The data block, read as a browser reads it.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
  }
}
