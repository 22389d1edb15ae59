// The keyboard.

function step(by) {
  const now = chosen < 0 ? -1 : rowOf(chosen);
  const index = Math.min(Math.max(now + by, 0), rows.list.length - 1);
  if (index >= 0) choose(rows.list[index]);
}

function nextLeak(by) {
  if (data.leaks.length === 0) return;
  const now = data.leaks.findIndex((leak) => at(`leak-${leak.letter}`).open);
  const leak = data.leaks[(now + by + data.leaks.length) % data.leaks.length];
  setLink(`leak=${leak.letter}`);
  openLeak(leak.letter);
}

const page = () => Math.max(Math.floor(scroller.clientHeight / ROW) - 1, 1);
const keys = {
  ArrowDown: () => step(1), j: () => step(1),
  ArrowUp: () => step(-1), k: () => step(-1),
  PageDown: () => step(page()), PageUp: () => step(-page()),
  Home: () => step(-rows.list.length), End: () => step(rows.list.length),
  ArrowRight: () => { if (chosen >= 0 && rows.collapsed[chosen] && forest.size[chosen] > 1) toggle(chosen); else step(1); },
  ArrowLeft: () => {
    if (chosen < 0) return;
    if (!rows.collapsed[chosen] && forest.size[chosen] > 1 && rows.kept === null) toggle(chosen);
    else if (lives.parent[chosen] >= 0) choose(lives.parent[chosen]);
  },
  Enter: () => { if (chosen >= 0) toggle(chosen); },
  "/": () => at("search").focus(),
  "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6),
  0: () => setView(0, data.length), "[": () => pan(-0.2), "]": () => pan(0.2),
  z: () => {
    if (chosen < 0) return;
    const margin = (lives.end[chosen] - lives.start[chosen]) * 0.05 + 1;
    setView(lives.start[chosen] - margin, lives.end[chosen] + margin);
  },
  n: () => nextLeak(1), p: () => nextLeak(-1),
  e: () => { rows.setAll(false); rearrange(); }, c: () => { rows.setAll(true); rearrange(); },
  t: () => switchTheme(),
  "?": () => at("help").showModal(),
  Escape: () => { if (rows.query || rows.verdicts.size > 0) { rows.verdicts.clear(); showFilter(); search(""); } else choose(-1); },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || at("help").open) return;
  if (event.target instanceof HTMLTextAreaElement) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) {
    if (event.key === "Escape") { event.target.blur(); search(""); }
    if (event.key === "Enter") { event.target.blur(); step(chosen < 0 ? 1 : 0); }
    return;
  }
  const key = keys[event.key];
  if (!key || event.target.closest("button, summary, a") && event.key === "Enter") return;
  event.preventDefault();
  key();
  invalidate();
});
