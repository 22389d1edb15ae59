// healthy: `create` passes on values and errors of three sources and holds their completions back, as long as one of them goes on
// says: Index and cache are read to their ends at once; the file watcher ends as the project is closed, and only then is the whole complete.
// allows: nothing

import Signals

private struct Symbol: Sendable {
  let name: String
  let file: String
}

private struct Unreadable: Error {}

/// The open project, whose files change until it is closed.
private final class Project: Sendable {
  let saved = PublishSubject<Symbol>()
  private let disk = QueueScheduler("disk")

  func changes() -> Signal<Symbol> { saved.deliver(on: disk) }

  func index(isBroken: Bool) -> Signal<Symbol> {
    let entries = Signal<Symbol>.from((0..<5).map { Symbol(name: "f\($0)", file: "index") })
      .subscribe(on: disk)
    return isBroken ? entries.concat(.fail(Unreadable())) : entries
  }

  func cache() -> Signal<Symbol> {
    Signal<Int>.timer(after: .milliseconds(6), on: disk).map { Symbol(name: "g\($0)", file: "cache") }
  }
}

private final class SymbolServer: Sendable {
  private let project: Project

  init(_ project: Project) { self.project = project }

  func symbols(isBroken: Bool) -> Signal<Symbol> {
    Signal.create { [project] subscriber in
      let parts = CompositeDisposable()
      let open = Shared(3)
      let partEnded: @Sendable () -> Void = {
        let rest = open.update { count in
          count -= 1
          return count
        }
        if rest == 0 { subscriber.completed() }
      }
      for part in [project.changes(), project.index(isBroken: isBroken), project.cache()] {
        parts.add(
          part.subscribe(
            next: { subscriber.next($0) },
            error: { subscriber.error($0) },
            completed: partEnded))
      }
      return parts
    }
  }
}

enum SymbolServerMerge: LeakProgram {
  static func run() {
    let project = Project()
    let server = SymbolServer(project)
    let found = Shared(0)
    let ended = Shared<[String]>([])
    for editor in 0..<8 {
      // Ends with the project, or by an error.
      _ = server.symbols(isBroken: editor == 5)
        .unique { $0.name }
        .subscribe(
          next: { _ in found.update { $0 += 1 } },
          error: { _ in ended.update { $0.append("unreadable") } },
          completed: { ended.update { $0.append("closed") } })
      pause(milliseconds: 6)
    }
    for change in 0..<25 {
      project.saved.next(Symbol(name: "h\(change)", file: "saved"))
      pause(milliseconds: 6)
    }
    project.saved.completed()
    pause(milliseconds: 20)
    print("found", found.value, "ended", ended.value.count)
  }
}
