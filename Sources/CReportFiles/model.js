"use strict";

// The trace: the data block's columns as arrays, one place for each subscription, and what follows from them.

// A page may hold several recordings. Its link says which one is shown: #recording=2.
const recordings = [...document.querySelectorAll("script.recording")];
const shownRecording = (() => {
  const asked = Number(new URLSearchParams(location.hash.slice(1)).get("recording"));
  return Number.isInteger(asked) && asked >= 1 && asked <= recordings.length ? asked : 1;
})();
const data = JSON.parse(recordings[shownRecording - 1].textContent);

// The link to something in the recording that is shown.
const linkTo = (words) => "#" + (recordings.length > 1 ? `recording=${shownRecording}${words && "&"}` : "") + words;

// The tables for the numbers in the columns: a number is a place in its table.
const { verdicts: VERDICTS, states: STATES, reasons: REASONS, roles: ROLES, causes: CAUSES, words: WORDS } = data.tables;
// The least finished weighs most, as in the text drawings.
const WEIGHTS = VERDICTS.map((verdict) => verdict.weight);
const LEAKED = VERDICTS.findIndex((verdict) => verdict.name === "leaked");
const [ALIVE, FAILED, DISPOSED, FIRED] = ["alive", "failed", "disposed", "fired"].map((word) => STATES.indexOf(word));
const CONTROL = ROLES.indexOf("control");

function decodeLives(columns) {
  const count = columns.count;
  const lives = {
    count,
    number: columns.number ? Uint32Array.from(columns.number) : Uint32Array.from({ length: count }, (_, i) => i + 1),
    parent: Int32Array.from(columns.downstream, (d) => d - 1),
    site: Uint32Array.from(columns.site),
    start: new Float64Array(count),
    end: new Float64Array(count),
    state: Uint8Array.from(columns.state),
    verdict: Uint8Array.from(columns.verdict),
    role: Uint32Array.from(columns.role),
    thread: Uint32Array.from(columns.thread),
    values: Float64Array.from(columns.values),
    reason: Uint8Array.from(columns.reason),
  };
  let time = 0;
  for (let i = 0; i < count; i++) {
    time += columns.started[i];
    lives.start[i] = time;
    lives.end[i] = lives.state[i] === ALIVE ? data.length : time + columns.lasted[i];
  }
  return lives;
}

const lives = decodeLives(data.lives);
const rare = {};
for (const [name, [places, values]] of Object.entries(data.rare)) {
  rare[name] = new Map(places.map((place, index) => [place, values[index]]));
}

// Where each subscription's values are in the list of all values.
const activity = (() => {
  const counts = data.activity.counts;
  const first = new Uint32Array(lives.count + 1);
  for (let i = 0; i < lives.count; i++) first[i + 1] = first[i] + (counts[i] || 0);
  const times = new Float64Array(data.activity.times.length);
  const amounts = Float64Array.from(data.activity.amounts);
  for (let i = 0; i < lives.count; i++) {
    let time = lives.start[i];
    for (let at = first[i]; at < first[i + 1]; at++) times[at] = time += data.activity.times[at];
  }
  return { first, times, amounts };
})();

// Each tree lies in one piece: `order[place[i]]` and the `size[i] - 1` that follow it are the tree above `i`.
const forest = (() => {
  const { count, parent } = lives;
  const firstChild = new Uint32Array(count + 2);
  for (let i = 0; i < count; i++) firstChild[parent[i] + 2]++;
  for (let i = 1; i < count + 2; i++) firstChild[i] += firstChild[i - 1];
  const next = firstChild.slice();
  const children = new Uint32Array(count);
  for (let i = 0; i < count; i++) children[next[parent[i] + 1]++] = i;
  // The roots are the children of -1.
  const above = (i) => children.subarray(firstChild[i + 1], firstChild[i + 2]);

  const order = new Uint32Array(count), place = new Uint32Array(count), depth = new Uint16Array(count);
  const stack = Array.from(above(-1)).reverse();
  let filled = 0;
  while (stack.length > 0) {
    const life = stack.pop();
    place[life] = filled;
    order[filled++] = life;
    depth[life] = parent[life] < 0 ? 0 : Math.min(depth[parent[life]] + 1, 65535);
    const over = above(life);
    for (let k = over.length - 1; k >= 0; k--) stack.push(over[k]);
  }
  const size = new Uint32Array(count).fill(1), alive = new Uint32Array(count), worst = new Uint8Array(count);
  for (let at = count - 1; at >= 0; at--) {
    const life = order[at], below = parent[life];
    if (lives.state[life] === ALIVE) alive[life]++;
    worst[life] = Math.max(worst[life], WEIGHTS[lives.verdict[life]]);
    if (below < 0) continue;
    size[below] += size[life];
    alive[below] += alive[life];
    worst[below] = Math.max(worst[below], worst[life]);
  }
  return { above, order, place, depth, size, alive, worst, roots: above(-1) };
})();

function lifeOfNumber(number) {
  let low = 0, high = lives.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1, found = lives.number[middle];
    if (found === number) return middle;
    if (found < number) low = middle + 1; else high = middle - 1;
  }
  return -1;
}

const text = (index) => data.strings[index];
const place = (life) => text(data.sites.place[lives.site[life]]);
const operatorName = (life) => text(data.sites.operator[lives.site[life]]);
const nameOf = (life) => rare.label.has(life) ? text(rare.label.get(life)) : operatorName(life);
// A role is a kind in the low 8 bits, and the number of an inner above them.
const innerNumber = (life) => Math.floor(lives.role[life] / 256);
const isControl = (life) => (lives.role[life] & 255) === CONTROL;

function wayToRoot(life) {
  const way = [];
  for (let next = lives.parent[life]; next >= 0; next = lives.parent[next]) way.push(next);
  return way;
}

// Times, in the recording's unit.

function decimals(time, digits) { return (time / data.unit.nanoseconds).toFixed(digits); }
const moment = (time) => decimals(Math.max(time, 0), 3);
const namedMoment = (time) => `${moment(time)} ${data.unit.name}`;
const lifeText = (life) => decimals(lives.end[life] - lives.start[life], 2) + (lives.state[life] === ALIVE ? "+" : "");
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const errorText = (life) => rare.error.has(life) ? ": " + text(rare.error.get(life)) : "";

function stateText(life) {
  if (lives.state[life] === ALIVE) return text(rare.standing.get(life) ?? 0);
  const end = lives.state[life] === FIRED ? rare.fired.get(life) : lives.end[life];
  const leaked = lives.verdict[life] === LEAKED ? WORDS.leaked : "";
  return `${STATES[lives.state[life]]} ${moment(end)}${errorText(life)}${leaked}`;
}
