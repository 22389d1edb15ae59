// fault: retain-cycle
// verdict: suspect
// proof: weak
// says: the editor's own bag holds a closure that holds the editor, so neither it nor what it subscribed to ever goes

import Signals

private final class Playhead: Sendable {
  let position = PublishSubject<Int>()
  let zoom = BehaviorSubject(1)
}

/// Edits one clip of a film; it is dropped when the user opens another.
private final class ClipModel: Sendable {
  let number: Int
  let frame = MutableProperty(0)
  private let bag = DisposeBag()

  init(_ number: Int) { self.number = number }

  func open(_ playhead: Playhead) {
    playhead.zoom
      .map { max(1, $0) }
      .subscribe(next: { [weak self] zoom in self?.rescale(zoom) })
      .disposed(by: bag)
    if mended {
      playhead.position
        .filter { $0 >= 0 }
        .subscribe(next: { [weak self] position in self?.show(position) })
        .disposed(by: bag)
    } else {
      playhead.position
        .filter { $0 >= 0 }
        .subscribe(next: { position in self.show(position) })  // LEAK
        .disposed(by: bag)
    }
  }

  private func show(_ position: Int) { frame.set(position * 25 + number) }

  private func rescale(_ zoom: Int) { frame.modify { $0 /= zoom } }
}

/// The timeline, which holds the editor of the clip that is open.
private final class Timeline: Sendable {
  let playhead = Playhead()
  private let editor = Shared<ClipModel?>(nil)

  func open(_ number: Int) {
    let model = ClipModel(number)
    model.open(playhead)
    editor.update { $0 = model }
  }

  func closeAll() { editor.update { $0 = nil } }

  var frame: Int { editor.value?.frame.value ?? -1 }
}

enum ClipEditor: LeakProgram {
  static func run() {
    let timeline = Timeline()
    var frames = 0
    for clip in 0..<14 {
      timeline.open(clip)
      for position in 0..<4 {
        timeline.playhead.position.next(position)
        pause(milliseconds: 4)
      }
      timeline.playhead.zoom.next(1 + clip % 3)
      frames += timeline.frame
    }
    timeline.closeAll()
    for position in 0..<12 {
      timeline.playhead.position.next(position)
      pause(milliseconds: 5)
    }
    print("frames", frames)
  }
}
