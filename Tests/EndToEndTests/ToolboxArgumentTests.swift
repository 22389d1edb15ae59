import Foundation
import Testing

/// What a tracer reads is what the program said.
@Suite(.serialized, .enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct ToolboxArgumentTests {
  private static let names = ["a", "bc", "def", "ghij", "klmno", "pqrstu", "vwxyz01"]

  /// Which name the program gives to a probe's first text, and to its second.
  private static let divisors = [7, 5]

  /// A clause that counts firings, numbers that do not follow from the first argument as the program makes them, and
  /// which texts came with which remainder of it.
  private static func clause(for probe: DefinedProbe, numbered number: Int, in program: String) -> String {
    var lines = ["$a = (uint64)arg0;", "@fired[\(number)] = count();"]
    let sums = ["$a", "$a * 3 + 1", "$a ^ 0x5555555555555555", "$a * 7 + 5"]
    var shifts = [7, 13]
    var texts = 0
    for (index, parameter) in probe.parameters.enumerated() {
      if parameter.hasPrefix("char") {
        let divisor = divisors[texts]
        texts += 1
        lines.append("@text[\(number), \(divisor), $a % \(divisor), str(arg\(index))] = count();")
      } else {
        let isShort = parameter.hasPrefix("uint32_t")
        let sum = isShort ? "($a >> \(shifts.removeFirst())) & 0xffffffff" : sums[index]
        lines.append("if ((uint64)arg\(index) != (\(sum))) { @wrong[\(number), \(index)] = count(); }")
      }
    }
    return "usdt:\(program):\(probe.name) { \(lines.joined(separator: " ")) }"
  }

  /// Six probes at a time, a quarter of a million for each.
  @Test(arguments: [0, 6, 12, 18])
  func `every argument of every probe arrives as it was given, for a million random numbers`(first: Int)
    throws
  {
    let run = try ToolboxRun()
    let count = Programs.isThorough ? 1_000_003 : 250_007
    let probes = try DefinedProbe.all().dropFirst(first).prefix(6)
    let script = probes.enumerated().map { Self.clause(for: $1, numbered: $0, in: run.program) }
    let outcome = try Programs.run(
      "bpftrace",
      ["-e", script.joined(separator: "\n"), "-c", "\(run.program) arguments count=\(count) seed=\(first)"])
    let entries = PrintedMaps(outcome.output).entries
    let wrong = entries.filter { $0.map == "wrong" }
    #expect(wrong == [], "\(outcome.errors)")
    for (number, probe) in probes.enumerated() {
      let fired = entries.filter { $0.map == "fired" && $0.keys == ["\(number)"] }
      #expect(fired.map(\.value) == [count], "\(probe.name): \(outcome.errors)")
      let texts = probe.parameters.filter { $0.hasPrefix("char") }.count
      for divisor in Self.divisors.prefix(texts) {
        let seen = entries.filter { $0.map == "text" && $0.keys.prefix(2) == ["\(number)", "\(divisor)"] }
        let wanted = (0..<divisor).map { "\($0) \(Self.names[$0])" }
        #expect(seen.map { "\($0.keys[2]) \($0.keys[3])" }.sorted() == wanted, "\(probe.name)")
        let all = seen.reduce(0) { $0 + $1.value }
        #expect(all == count, "\(probe.name)")
      }
    }
  }

  @Test func `no name is empty that the program has never looked at before`() throws {
    let run = try ToolboxRun()
    let script =
      "usdt:\(run.program):racsignal:subscribed { @[str(arg4)] = count(); @file[str(arg5)] = count(); }"
    let outcome = try Programs.run("bpftrace", ["-e", script, "-c", "\(run.program) names count=100000"])
    let seen = outcome.output.matches(of: /@(?:file)?\[(.*)\]: (\d+)/).map { "\($0.output.1) \($0.output.2)" }
    #expect(seen == ["operatorName 100000", "operatorName 100000"], "\(outcome.errors)")
  }
}
