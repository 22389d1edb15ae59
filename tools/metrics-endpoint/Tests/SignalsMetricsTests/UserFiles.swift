import Foundation
import Testing
import Yams

/// The files in `probes/metrics` that a user copies.
enum UserFiles {
  static let folder: String = {
    var path = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { path.deleteLastPathComponent() }
    return path.path + "/probes/metrics"
  }()

  static func content(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  /// The alerts, with numbers that raise them and numbers that do not.
  static let alertTests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../alerts-test.yml").standardizedFileURL.path

  struct Rules: Decodable {
    struct Group: Decodable {
      let name: String
      let rules: [Rule]
    }
    struct Rule: Decodable {
      let alert: String
      let expr: String
      let labels: [String: String]
      let annotations: [String: String]
    }
    let groups: [Group]
  }

  static func rules() throws -> [Rules.Rule] {
    try YAMLDecoder().decode(Rules.self, from: content("alerts.yml")).groups.flatMap(\.rules)
  }

  struct Dashboard: Decodable {
    struct Place: Decodable, Hashable { let x, y, w, h: Int }
    struct Target: Decodable {
      let expr: String
      let refId: String
    }
    struct Panel: Decodable {
      let id: Int
      let title: String
      let type: String
      let description: String
      let gridPos: Place
      let targets: [Target]
    }
    let title: String
    let uid: String
    let schemaVersion: Int
    let panels: [Panel]
  }

  static func dashboard() throws -> Dashboard {
    try JSONDecoder().decode(Dashboard.self, from: Data(content("dashboard.json").utf8))
  }

  static func expressions() throws -> [String] {
    try rules().map(\.expr) + dashboard().panels.flatMap(\.targets).map(\.expr)
  }
}

extension MetricsTests {
  @Suite("The files for users") struct UserFileTests {
    private func names(in expression: String) -> Set<String> {
      Set(expression.matches(of: /signals_[a-z_]+/).map { String($0.output) })
    }

    @Test func `every expression names metrics, and none that does not exist`() throws {
      let known = try Shown().updated().names
      for expression in try UserFiles.expressions() {
        let named = names(in: expression)
        #expect(!named.isEmpty, "\(expression)")
        #expect(named.subtracting(known).isEmpty, "\(expression)")
      }
    }

    @Test func `the dashboard shows every metric`() throws {
      let shown = try UserFiles.dashboard().panels.flatMap(\.targets).map(\.expr).map(names)
      #expect(try Shown().updated().names == shown.reduce(into: []) { $0.formUnion($1) })
    }

    @Test func `the dashboard's panels stand side by side, each with a number of its own`() throws {
      let dashboard = try UserFiles.dashboard()
      #expect(!dashboard.title.isEmpty && !dashboard.uid.isEmpty)
      let panels = dashboard.panels
      #expect(Set(panels.map(\.id)).count == panels.count)
      var taken: Set<[Int]> = []
      for place in panels.map(\.gridPos) {
        #expect(place.x + place.w <= 24)
        for x in place.x..<place.x + place.w {
          for y in place.y..<place.y + place.h { #expect(taken.insert([x, y]).inserted) }
        }
      }
    }

    @Test func `each alert says how bad it is, and in a sentence what happened`() throws {
      let rules = try UserFiles.rules()
      #expect(rules.map(\.alert) == ["SignalsLivingGrow", "SignalsEndedInMemoryGrow", "SignalsRecordsLost"])
      for rule in rules {
        #expect(rule.labels["severity"] == "warning")
        #expect(rule.annotations["summary"]?.isEmpty == false)
        #expect(rule.annotations["description"]?.hasSuffix(".") == true)
      }
    }
  }
}
