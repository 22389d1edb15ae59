// Rows that are made as they come into sight, and the lanes beside them.

const at = (id) => document.getElementById(id);
const scroller = at("scroller"), body = at("rows"), lanes = at("lanes");
let chosen = -1;
let drawn = { first: -1, last: -1, edition: -1 };
let isStale = true;

const COLUMNS = ["sign", "id", "name", "where", "life", "next", "state"];

// Rows that are in sight, and those that wait to be so: each place of the ring holds the rows of its remainder.
let ring = [];
// What rows show changes with it; a row that was filled in the same edition is not filled again.
let edition = 0;

function makeRow() {
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
  return element;
}

function showRows(first, last) {
  if (ring.length < last - first) {
    ring.forEach((element) => element.remove());
    ring = Array.from({ length: last - first }, makeRow);
  }
  for (const element of ring) {
    if (element.index < first || element.index >= last) element.remove();
  }
  for (let index = first; index < last; index++) {
    const element = ring[index % ring.length];
    if (element.index !== index || element.edition !== edition) fill(element, index);
    if (!element.isConnected) body.append(element);
  }
}

function fill(element, index) {
  const life = rows.list[index];
  const verdict = VERDICTS[lives.verdict[life]];
  const { cells } = element;
  const hasMore = forest.size[life] > 1;
  const isOpen = hasMore && (rows.kept !== null || !rows.collapsed[life]);
  const showsVerdict = lives.state[life] === ALIVE || lives.verdict[life] === LEAKED;
  element.life = life;
  element.index = index;
  element.edition = edition;
  element.id = `row-${lives.number[life]}`;
  element.style.top = index * ROW + "px";
  element.className = "row " + (showsVerdict ? verdict.style : "finished") + (life === chosen ? " chosen" : "")
    + (rows.kept !== null && rows.kept[life] === 2 ? " beside" : "");
  element.setAttribute("aria-level", forest.depth[life] + 1);
  element.setAttribute("aria-selected", life === chosen);
  if (hasMore) element.setAttribute("aria-expanded", isOpen); else element.removeAttribute("aria-expanded");
  cells.sign.textContent = showsVerdict ? verdict.sign : "";
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
  // Where rows were folded away, the browser moves the scroll position only with the next layout.
  const height = scroller.clientHeight;
  const top = Math.max(Math.min(scroller.scrollTop, rows.list.length * ROW - height), 0);
  const margin = 16;
  const first = Math.max(Math.floor(top / ROW) - margin, 0);
  const last = Math.min(Math.ceil((top + height) / ROW) + margin, rows.list.length);
  if (drawn.edition !== edition) {
    document.documentElement.style.setProperty("--scrollbar", scroller.offsetWidth - scroller.clientWidth + "px");
    view.width = Math.max(at("lane-pane").clientWidth, 1);
    drawAxis(at("axis"), 22);
    overview.draw(at("overview"), at("overview-pane").clientWidth, 48);
    scroller.setAttribute("aria-activedescendant", chosen < 0 ? "" : `row-${lives.number[chosen]}`);
  }
  showRows(first, last);
  lanes.style.top = first * ROW + "px";
  drawLanes(lanes, first, last, chosen);
  drawn = { first, last, edition };
}

function drawSoon() {
  if (isStale) return;
  isStale = true;
  requestAnimationFrame(draw);
}

// Something else is to be seen than before.
function invalidate() {
  edition++;
  drawSoon();
}

scroller.addEventListener("scroll", () => {
  const [first, last] = [Math.floor(scroller.scrollTop / ROW), Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW)];
  if (first - 4 < drawn.first && drawn.first > 0 || last + 4 > drawn.last && drawn.last < rows.list.length) drawSoon();
}, { passive: true });

function rearrange() {
  rows.arrange();
  // At once: what is about to be scrolled to must be there.
  body.style.height = Math.max(rows.list.length * ROW, 1) + "px";
  at("found").textContent = rows.kept === null ? plural(lives.count, "subscription") : `${rows.matches} of ${lives.count}`;
  at("nothing").hidden = rows.list.length > 0;
  invalidate();
}

function toggle(life) {
  if (forest.size[life] < 2) return;
  rows.collapsed[life] ^= 1;
  rearrange();
}
