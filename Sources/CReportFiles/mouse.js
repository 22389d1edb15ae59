// The mouse over the lanes: drag to move, wheel with Ctrl to zoom, with Shift to move.

const pane = at("lane-pane");
scroller.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.shiftKey && !event.metaKey) return;
  event.preventDefault();
  const x = event.clientX - pane.getBoundingClientRect().left;
  const amount = event.deltaY || event.deltaX;
  if (event.shiftKey) pan(Math.sign(amount) * 0.1); else zoom(Math.pow(1.0015, amount), x >= 0 ? timeAt(x) : undefined);
  invalidate();
}, { passive: false });

function onDrag(element, body) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const move = body(event);
    if (!move) return;
    element.setPointerCapture(event.pointerId);
    const end = () => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", end);
      element.removeEventListener("pointercancel", end);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
  });
}

let hasMoved = false;
onDrag(lanes, (start) => {
  const [from, to] = [view.from, view.to];
  hasMoved = false;
  return (event) => {
    hasMoved ||= Math.abs(event.clientX - start.clientX) > 3;
    const shift = (start.clientX - event.clientX) / view.width * (to - from);
    setView(from + shift, to + shift);
    invalidate();
  };
});

onDrag(at("overview"), (start) => {
  const box = at("overview").getBoundingClientRect();
  const time = (event) => Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * data.length;
  return (event) => {
    const [a, b] = [time(start), time(event)];
    if (Math.abs(event.clientX - start.clientX) > 3) setView(Math.min(a, b), Math.max(a, b));
    invalidate();
  };
});

at("overview").addEventListener("dblclick", () => { setView(0, data.length); invalidate(); });
lanes.addEventListener("dblclick", () => { setView(0, data.length); invalidate(); });

lanes.addEventListener("click", (event) => {
  if (hasMoved) return;
  const index = Math.floor((event.clientY - body.getBoundingClientRect().top) / ROW);
  if (index >= 0 && index < rows.list.length) choose(rows.list[index]);
});

lanes.addEventListener("pointermove", (event) => {
  const x = event.clientX - pane.getBoundingClientRect().left;
  at("time").textContent = `at ${namedMoment(timeAt(x))}`;
});

onDrag(at("divider"), () => (event) => {
  const box = scroller.getBoundingClientRect();
  const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0.2), 0.85);
  document.documentElement.style.setProperty("--tree", part * 100 + "%");
  invalidate();
});
