import Foundation
import Testing
import TraceFixtures

/// What a page does to draw itself while somebody scrolls and folds: counted, for times are of the machine.
struct PageWork {
  /// Frames that were drawn.
  let frames: Int
  /// Rows that were filled in all of them.
  let filled: Int
  /// Of the frame with most of each: rows that were filled, lanes that were drawn, subscriptions that were looked at.
  let mostFilled: Int
  let mostLanes: Int
  let mostLooks: Int

  /// Opens a copy of the page in a window of 1200 by 800, and drives it.
  ///
  /// - Returns: the work of each act, and the page that it leaves.
  static func counted(
    _ page: String, in folder: TemporaryFolder
  ) throws -> (work: [String: PageWork], shown: String) {
    let shown = try Browser.driven(page, by: driver, width: 1200, in: folder)
    var work: [String: PageWork] = [:]
    for found in shown.matches(of: #/data-work-([a-z]+)="(\d+) (\d+) (\d+) (\d+) (\d+)"/#) {
      let (_, act, frames, filled, mostFilled, mostLanes, mostLooks) = found.output
      work[String(act)] = PageWork(
        frames: Int(frames)!, filled: Int(filled)!, mostFilled: Int(mostFilled)!, mostLanes: Int(mostLanes)!,
        mostLooks: Int(mostLooks)!)
    }
    return (work, shown)
  }

  /// A frame is drawn as soon as it is asked for; a look is a read of when a subscription began.
  private static let driver = """
    const now = { filled: 0, lanes: 0, looks: 0 };
    let act = { frames: 0, filled: 0, mostFilled: 0, mostLanes: 0, mostLooks: 0 };
    function counted(body, name) { return (...words) => { now[name]++; return body(...words); }; }
    fill = counted(fill, "filled");
    drawLane = counted(drawLane, "lanes");
    lives.start = new Proxy(lives.start, { get(column, place) { now.looks++; return column[place]; } });
    const drawPage = draw;
    draw = () => {
      now.filled = now.lanes = now.looks = 0;
      drawPage();
      act.frames++;
      act.filled += now.filled;
      act.mostFilled = Math.max(act.mostFilled, now.filled);
      act.mostLanes = Math.max(act.mostLanes, now.lanes);
      act.mostLooks = Math.max(act.mostLooks, now.looks);
    };
    window.requestAnimationFrame = () => { draw(); return 0; };
    function scrollBy(pixels) {
      scroller.scrollTop += pixels;
      scroller.dispatchEvent(new Event("scroll"));
    }
    function perform(name, body) {
      act = { frames: 0, filled: 0, mostFilled: 0, mostLanes: 0, mostLooks: 0 };
      body();
      document.body.setAttribute(`data-work-${name}`, Object.values(act).join(" "));
    }
    // A frame may have been asked for already.
    draw();
    rows.setAll(false);
    perform("unfold", () => rearrange());
    perform("scroll", () => { for (let k = 0; k < 1000; k++) scrollBy(ROW); });
    perform("jump", () => { for (let k = 0; k < 20; k++) scrollBy(rows.list.length * ROW / 25); });
    perform("zoom", () => { for (let k = 0; k < 20; k++) { zoom(0.8); invalidate(); } });
    setView(0, data.length);
    rows.setAll(true);
    perform("fold", () => { scroller.scrollTop = 0; rearrange(); });
    perform("choose", () => choose(lives.count - 1));
    """
}
