import Foundation
import Testing

@testable import Fixing

@Suite struct SmallEditTests {
  @Test(
    arguments: [
      (
        "flatMap", "let a = zoom.flatMap { tiles(of: $0) }  // all",
        "let a = zoom.flatMapLatest { tiles(of: $0) }  // all"
      ),
      ("merge", "let a = pages.map(load).merge()", "let a = pages.map(load).switchToLatest()"),
    ])
  func `The newest inner signal alone`(name: String, before: String, after: String) {
    let repairing = Repairing(before)
    #expect(
      repairing.changes("endInner", [("site", repairing.site(name, name))]) == ["-" + before, "+" + after])
  }

  @Test(
    arguments: [
      "let a = jobs.flatMap(maxConcurrent: 3) { run($0) }", "let a = jobs.concatMap { run($0) }",
      "let a = jobs.groupBy { $0.key }.flatMap { $0 }", "let a = left.merge(right)",
    ])
  func `Several at a time are meant where it says so`(source: String) {
    let repairing = Repairing(source)
    let name = ["flatMap", "concatMap", "merge"].first {
      source.contains("." + $0 + "(") || source.contains("." + $0 + " ")
    }
    #expect(repairing.reason("endInner", [("site", repairing.site(name ?? "", "let"))]) != nil)
  }

  @Test func `A variable's old handle is disposed first`() {
    let repairing = Repairing(
      """
      final class Alarm {
        private var ticking: Disposable?
        private var bells: [Int: Disposable] = [:]
        func restart() {
          // From the start.
          ticking = ticks.subscribe(next: { _ in })
        }
        func ring(_ number: Int) {
          bells[number] = rings.subscribe(next: { _ in })
        }
      }
      """)
    #expect(
      repairing.changes("disposeBeforeReplacing", [("site", repairing.site("subscribe", "ticks"))])
        == ["+    ticking?.dispose()"])
    #expect(
      repairing.changes("disposeBeforeReplacing", [("site", repairing.site("subscribe", "rings"))])
        == ["+    bells[number]?.dispose()"])
  }

  @Test func `Several leaks of a file are one diff; a bag is made once`() {
    let source = """
      final class Screen {
        private let model = Model()

        init() {
          _ = model.rows.subscribe(next: show)
          _ = model.names.subscribe(next: show)
        }
      }

      """
    let repairing = Repairing(source)
    let leaks = ["rows", "names"].map { text in
      let site = repairing.site("subscribe", text)
      return Leak(letter: text, site: site, advice: Advice("keepHandle", [("site", site)]))
    }
    let patch = Fixer(SourceTree(["App/Screen.swift": source])).fix(LeaksReport(leaks: leaks)).patch()
    #expect(
      patch == """
        # rows  likely  Screen.swift:5  000000
        # A bag of Screen disposes it, at the latest when its owner goes.
        # names  likely  Screen.swift:6  000000
        # A bag of Screen disposes it, at the latest when its owner goes.
        --- a/Sources/App/Screen.swift
        +++ b/Sources/App/Screen.swift
        @@ -1,8 +1,9 @@
         final class Screen {
           private let model = Model()
        +  private let bag = DisposeBag()
        \u{20}
           init() {
        -    _ = model.rows.subscribe(next: show)
        -    _ = model.names.subscribe(next: show)
        +    model.rows.subscribe(next: show).disposed(by: bag)
        +    model.names.subscribe(next: show).disposed(by: bag)
           }
         }

        """)
  }

  @Test func `A report is read as rxtrace writes it`() throws {
    let json = """
      {"schema":"rxtrace","version":1,"report":"leaks","leaks":[{"letter":"B","kind":"leak","confidence":"likely",\
      "reason":"innerOutlivedStopSignal","fingerprint":"28a989","title":"t","site":{"operator":"flatMap","file":"App/S.swift",\
      "line":45},"path":[{"id":3,"site":{"operator":"map","file":"App/S.swift","line":4},"state":"alive"}],"broken_link":0,\
      "sentences":[],"hint":"h","advice":{"kind":"moveStopBelow","sites":[{"part":"stop","operator":"take(until:)",\
      "file":"App/S.swift","line":44}]}}]}

      """
    let leak = try #require(try LeaksReport(json: Data(json.utf8)).leaks.first)
    #expect(leak.advice?.kind == "moveStopBelow")
    #expect(leak.advice?["stop"] == Site("take(until:)", "App/S.swift", 44))
    #expect(leak.brokenLink == 0)
  }

  @Test(arguments: [true, false])
  func `Of files with one name, the one of the module; else none`(hasModule: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fix-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for place in [hasModule ? "App" : "Other", "Tools", ".build"] {
      let sub = folder.appendingPathComponent("Sources/\(place)")
      try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
      try Data("let a = 1\n".utf8).write(to: sub.appendingPathComponent("Screen.swift"))
    }
    let tree = SourceTree([], relativeTo: folder)
    if hasModule {
      #expect(try tree.file("App/Screen.swift").path == "Sources/App/Screen.swift")
    } else {
      #expect(
        throws: Refusal(
          "App/Screen.swift may be any of Sources/Other/Screen.swift, Sources/Tools/Screen.swift: name its folder with --source DIR."
        )
      ) { try tree.file("App/Screen.swift") }
    }
    let mapped = SourceTree(
      [SourceTree.Root("App=\(folder.path)/Sources/Tools")], relativeTo: folder)
    #expect(try mapped.file("App/Screen.swift").path == "Sources/Tools/Screen.swift")
  }
}
