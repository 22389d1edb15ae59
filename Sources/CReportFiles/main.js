// The page itself: rows that are made as they come into sight, the mouse, the keyboard, and links into the page.

const at = (id) => document.getElementById(id);
const scroller = at("scroller"), body = at("rows"), lanes = at("lanes");
let chosen = -1;
let drawn = { first: -1, last: -1 };
let isStale = true;

const COLUMNS = ["sign", "id", "name", "where", "life", "next", "state"];
const pool = [];

function row(index) {
  if (pool[index]) return pool[index];
  const element = make("div", "row");
  element.setAttribute("role", "treeitem");
  element.cells = Object.fromEntries(COLUMNS.map((name) => [name, make("span", name)]));
  element.fold = make("span", "fold");
  element.fold.setAttribute("aria-hidden", "true");
  element.label = make("span", "label");
  element.cells.name.append(element.fold, element.label);
  element.place = document.createElement("bdi");
  element.cells.where.append(element.place);
  element.append(...Object.values(element.cells));
  element.addEventListener("click", (event) => {
    if (event.target === element.fold) toggle(element.life); else choose(element.life);
  });
  element.addEventListener("dblclick", () => toggle(element.life));
  return pool[index] = element;
}

function fill(element, index) {
  const life = rows.list[index];
  const verdict = VERDICTS[lives.verdict[life]];
  const { cells } = element;
  const hasMore = forest.size[life] > 1;
  const isOpen = hasMore && (rows.kept !== null || !rows.collapsed[life]);
  const isAlive = lives.state[life] === ALIVE;
  element.life = life;
  element.id = `row-${lives.number[life]}`;
  element.style.top = index * ROW + "px";
  element.className = "row " + (isAlive ? verdict.style : "finished") + (life === chosen ? " chosen" : "")
    + (rows.kept !== null && rows.kept[life] === 2 ? " beside" : "");
  element.setAttribute("aria-level", forest.depth[life] + 1);
  element.setAttribute("aria-selected", life === chosen);
  if (hasMore) element.setAttribute("aria-expanded", isOpen); else element.removeAttribute("aria-expanded");
  cells.sign.textContent = isAlive ? verdict.sign : "";
  cells.id.textContent = "#" + lives.number[life];
  cells.name.style.paddingLeft = Math.min(forest.depth[life], 24) * 14 + "px";
  element.fold.textContent = hasMore ? (isOpen ? "▾" : "▸") : "";
  const inner = innerNumber(life) > 0 ? `[${innerNumber(life)}] ` : isControl(life) ? "┄ " : "";
  const folded = hasMore && !isOpen ? `  +${forest.size[life] - 1}` : "";
  element.label.textContent = inner + nameOf(life) + folded;
  element.label.title = nameOf(life);
  element.place.textContent = place(life);
  cells.where.title = place(life);
  cells.life.textContent = lifeText(life);
  cells.next.textContent = lives.values[life];
  cells.state.textContent = stateText(life);
  cells.state.title = stateText(life);
}

// Rows and lanes are drawn for more than is in sight, so that scrolling never shows what is not there yet.
function draw() {
  isStale = false;
  const [top, height] = [scroller.scrollTop, scroller.clientHeight];
  const margin = 16;
  const first = Math.max(Math.floor(top / ROW) - margin, 0);
  const last = Math.min(Math.ceil((top + height) / ROW) + margin, rows.list.length);
  body.style.height = Math.max(rows.list.length * ROW, 1) + "px";
  for (let index = first; index < last; index++) {
    const element = row(index - first);
    fill(element, index);
    if (element.parentNode !== body) body.append(element);
  }
  for (let index = last - first; index < pool.length; index++) pool[index].remove();
  document.documentElement.style.setProperty("--scrollbar", scroller.offsetWidth - scroller.clientWidth + "px");
  view.width = Math.max(at("lane-pane").clientWidth, 1);
  lanes.style.top = first * ROW + "px";
  drawLanes(lanes, first, last, chosen);
  drawAxis(at("axis"), 22);
  overview.draw(at("overview"), at("overview-pane").clientWidth, 48);
  drawn = { first, last };
  scroller.setAttribute("aria-activedescendant", chosen < 0 ? "" : `row-${lives.number[chosen]}`);
}

function invalidate() {
  if (isStale) return;
  isStale = true;
  requestAnimationFrame(draw);
}

scroller.addEventListener("scroll", () => {
  const [first, last] = [Math.floor(scroller.scrollTop / ROW), Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW)];
  if (first - 4 < drawn.first && drawn.first > 0 || last + 4 > drawn.last && drawn.last < rows.list.length) invalidate();
}, { passive: true });

function rearrange() {
  rows.arrange();
  at("found").textContent = rows.kept === null ? plural(lives.count, "subscription") : `${rows.matches} of ${lives.count}`;
  at("nothing").hidden = rows.list.length > 0;
  invalidate();
}

function toggle(life) {
  if (forest.size[life] < 2) return;
  rows.collapsed[life] ^= 1;
  rearrange();
}

function rowOf(life) { return rows.list.indexOf(life); }

function scrollTo(index) {
  const top = index * ROW;
  if (top < scroller.scrollTop || top + ROW > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = Math.max(top - scroller.clientHeight / 3, 0);
  }
}

// Shows a subscription in full, and its row. -1 for none.
function choose(life, isLinked = false) {
  chosen = life;
  showLife(at("life"), life);
  at("life").hidden = life < 0;
  if (life >= 0) {
    if (rowOf(life) < 0) {
      rows.reveal(life);
      at("search").value = rows.query;
      showFilter();
      rearrange();
    }
    scrollTo(rowOf(life));
    at("life").scrollIntoView({ block: "nearest" });
  }
  if (!isLinked) setLink(life < 0 ? "" : `id=${lives.number[life]}`);
  invalidate();
}

// Links into the page: #leak=A, #id=34, #q=map.

let ownLink = null;
function setLink(link) {
  ownLink = link;
  history.replaceState(null, "", "#" + link);
}

function followLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.has("q")) search(link.get("q"));
  if (link.has("id")) {
    const life = lifeOfNumber(Number(link.get("id").replace("#", "")));
    if (life >= 0) choose(life, true);
  } else if (link.has("leak")) {
    openLeak(link.get("leak"));
  }
}

function openLeak(letter) {
  const leak = data.leaks.find((leak) => leak.letter === letter);
  if (!leak) return;
  for (const card of document.querySelectorAll("details.card")) card.open = card.id === `leak-${letter}`;
  choose(lifeOfNumber(leak.representative), true);
  at(`leak-${letter}`).scrollIntoView({ block: "start" });
}

window.addEventListener("hashchange", followLink);

// Search and filter.

function search(query) {
  rows.query = query;
  if (at("search").value !== query) at("search").value = query;
  rows.find();
  scroller.scrollTop = 0;
  rearrange();
}

function showFilter() {
  for (const button of at("filter").children) {
    button.setAttribute("aria-pressed", button.verdict < 0 ? rows.verdicts.size === 0 : rows.verdicts.has(button.verdict));
  }
}

function addFilters() {
  const counts = new Uint32Array(VERDICTS.length);
  for (let i = 0; i < lives.count; i++) counts[lives.verdict[i]]++;
  const add = (verdict, words) => {
    const button = make("button", verdict < 0 ? "" : VERDICTS[verdict].style, words);
    button.verdict = verdict;
    button.addEventListener("click", () => {
      if (verdict < 0) rows.verdicts.clear();
      else if (!rows.verdicts.delete(verdict)) rows.verdicts.add(verdict);
      showFilter();
      search(rows.query);
    });
    at("filter").append(button);
  };
  add(-1, "all");
  [LEAKED, SUSPECTED, OPEN, SETTLING, LONG_LIVED, UNKNOWN, FINISHED].forEach((verdict) => {
    if (counts[verdict] > 0) add(verdict, `${VERDICTS[verdict].word} ${counts[verdict]}`);
  });
  showFilter();
}

at("search").addEventListener("input", (event) => search(event.target.value));
at("order").addEventListener("change", (event) => {
  rows.order = event.target.value;
  rearrange();
});

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

onDrag(lanes, (start) => {
  const [from, to] = [view.from, view.to];
  return (event) => {
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

// Light and dark.

function switchTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  readColours();
  invalidate();
}

at("theme").addEventListener("click", switchTheme);
at("keys").addEventListener("click", () => at("help").showModal());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); invalidate(); });
new ResizeObserver(invalidate).observe(scroller);

// Columns of numbers are as wide as their longest one.
function setWidths() {
  let [life, values, longest] = [0, 0, 0];
  for (let i = 0; i < lives.count; i++) {
    life = Math.max(life, lives.end[i] - lives.start[i]);
    values = Math.max(values, lives.values[i]);
  }
  for (const index of data.sites.place) longest = Math.max(longest, text(index).length);
  const root = document.documentElement.style;
  const set = (name, characters) => root.setProperty(name, `calc(${characters}ch + 10px)`);
  set("--id", 1 + String(lives.count > 0 ? lives.number[lives.count - 1] : 0).length);
  set("--life", Math.max(decimals(life, 2).length + 1, 4));
  set("--next", Math.max(String(values).length, 4));
  set("--where", Math.min(Math.max(longest, 5), 28));
}

// From here on the page lives.

document.title = `${data.title} – rxtrace`;
at("title").textContent = data.title;
at("facts").textContent = data.facts.join("  ");
at("left-out").textContent = data.left_out;
at("left-out").hidden = data.left_out === "";
showLeaks(at("leaks"));
addFilters();
setWidths();
readColours();
rows.foldFinished();
rows.find();
rows.arrange();
rearrange();
followLink();
draw();
document.documentElement.dataset.ready = "yes";
