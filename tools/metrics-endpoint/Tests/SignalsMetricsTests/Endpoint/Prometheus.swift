import Foundation
import Glibc

/// A server of Prometheus that scrapes an endpoint each second, and has the alert rules.
final class Prometheus {
  private let process: Process
  private let port: UInt16
  private let folder: String

  init(scraping endpoint: Endpoint) throws {
    // Free a moment ago.
    port = try Endpoint(TextFormat()).port
    folder = NSTemporaryDirectory() + "prometheus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = """
      global: {scrape_interval: 1s, evaluation_interval: 1s}
      rule_files: ["\(UserFiles.folder)/alerts.yml"]
      scrape_configs: [{job_name: app, static_configs: [{targets: ["127.0.0.1:\(endpoint.port)"]}]}]
      """
    try settings.write(toFile: folder + "/prometheus.yml", atomically: true, encoding: .utf8)
    // It ends even where the tests are killed.
    process = try Program.start(
      "timeout",
      [
        "60", "prometheus", "--config.file=\(folder)/prometheus.yml", "--storage.tsdb.path=\(folder)/data",
        "--web.listen-address=127.0.0.1:\(port)", "--log.level=error",
      ],
      input: FileHandle.nullDevice, output: FileHandle.nullDevice)
  }

  deinit {
    // `timeout` and the server. The thread that started them may have blocked all other signals.
    kill(-process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  struct Answer<Content: Decodable>: Decodable {
    let status: String
    let error: String?
    let data: Content?
  }

  struct Found: Decodable {
    struct Series: Decodable { let metric: [String: String] }
    let result: [Series]
  }

  struct Rules: Decodable {
    struct Group: Decodable { let rules: [Rule] }
    struct Rule: Decodable {
      let name: String
      let health: String
    }
    let groups: [Group]
  }

  /// The answer of its interface; nil while it begins.
  private func ask<Content: Decodable>(
    _ path: String, _ arguments: [String] = []
  ) throws -> Answer<Content>? {
    let answer = try Program.run(
      "curl", ["-sS", "-G", "http://127.0.0.1:\(port)/api/v1/\(path)"] + arguments)
    return try? JSONDecoder().decode(Answer<Content>.self, from: Data(answer.output.utf8))
  }

  func query(_ expression: String) throws -> Answer<Found>? {
    try ask("query", ["--data-urlencode", "query=\(expression)"])
  }

  func rules() throws -> [Rules.Rule] {
    let answer: Answer<Rules>? = try ask("rules")
    return answer?.data?.groups.flatMap(\.rules) ?? []
  }
}
