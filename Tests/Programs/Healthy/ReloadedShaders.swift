// healthy: what ends `take(until:)` subscribes again in its completion handler, again and again
// says: Each reload compiles the shaders anew and watches them until the next; the handle of the newest is in a serial place, which the view disposes.
// allows: nothing

import Signals

private final class ShaderFolder: Sendable {
  let changed = PublishSubject<String>()
  let reload = PublishSubject<Void>()
}

/// A viewport that compiles its shaders again when it is told to.
private final class Viewport: Sendable {
  let compiled = Shared(0)
  let generation = MutableProperty(0)
  private let folder: ShaderFolder
  private let watching = SerialDisposable()

  init(_ folder: ShaderFolder) { self.folder = folder }

  func watch() {
    generation.modify { $0 += 1 }
    watching.inner = folder.changed
      .filter { $0.hasSuffix(".glsl") }
      .take(until: folder.reload)
      .subscribe(
        next: { [compiled] _ in compiled.update { $0 += 1 } },
        completed: { [weak self] in self?.watch() })
  }

  func close() { watching.dispose() }
}

enum ReloadedShaders: LeakProgram {
  static func run() {
    let folder = ShaderFolder()
    let viewports = (0..<3).map { _ in Viewport(folder) }
    for viewport in viewports { viewport.watch() }
    for change in 0..<36 {
      folder.changed.next(change % 4 == 0 ? "notes.txt" : "pass\(change).glsl")
      if change % 6 == 5 { folder.reload.next(()) }
      if change == 20 { viewports[2].close() }
      pause(milliseconds: 6)
    }
    for viewport in viewports { viewport.close() }
    folder.reload.next(())
    folder.changed.next("late.glsl")
    pause(milliseconds: 30)
    print("generations", viewports.map { $0.generation.value })
  }
}
