// What there is to read: the leaks, and one subscription in full. All text is set as text, never as markup.

function make(tag, style, ...content) {
  const element = document.createElement(tag);
  if (style) element.className = style;
  element.append(...content.filter((part) => part !== null && part !== undefined && part !== ""));
  return element;
}

// `#34`, which leads to that subscription; plain text where it is not in the page.
function lifeLink(life) {
  const link = make("a", "life", `#${lives.number[life]}`);
  link.href = linkTo(`id=${lives.number[life]}`);
  return link;
}

function numberLink(number) {
  const life = lifeOfNumber(number);
  return life < 0 ? make("span", "", `#${number}`) : lifeLink(life);
}

// Sentences name subscriptions as #34.
function linked(sentence) {
  const parts = [];
  let from = 0;
  for (const match of sentence.matchAll(/#(\d+)/g)) {
    parts.push(sentence.slice(from, match.index), numberLink(Number(match[1])));
    from = match.index + match[0].length;
  }
  return [...parts, sentence.slice(from)];
}

function placeLink(words, address) {
  if (!address) return make("span", "place", words);
  const link = make("a", "place", words);
  link.href = address;
  link.rel = "noreferrer";
  return link;
}

// The call to look at, and the second one where the fault may lie, if there is one.
function places(of) {
  const first = placeLink(of.place, of.address);
  return of.other_place ? [first, placeLink(of.other_place, of.other_address)] : [first];
}

const sitePlace = (life) =>
  placeLink(place(life), (data.sites.address ?? [])[lives.site[life]]);

function pathRow(row) {
  const element = make("tr", "");
  if (row.sentence !== undefined) {
    const words = make("td", "words leaked", ...linked(row.sentence));
    words.colSpan = 3;
    element.append(make("td", "sign", row.cell), words);
    return element;
  }
  const words = (cell) => Array.isArray(cell) ? cell[0] : cell ?? "";
  const [sign, where, id, state, detail] = row.cells;
  const name = make("td", "sign", words(sign));
  name.title = words(sign);
  const site = make("td", "where", where === undefined ? "" : placeLink(words(where), Array.isArray(where) ? where[1] : null));
  site.title = words(where);
  element.append(name, site, make("td", "id", ...linked(words(id))),
    make("td", "words", make("span", words(state).startsWith(WORDS.alive) ? "leaked" : "", words(state)), " ", ...linked(words(detail))));
  return element;
}

// The lines around the call, each a list of texts with their styles.
function sourceBlock(lines) {
  const block = make("pre", "source");
  for (const line of lines) block.append(...line.map(([words, style]) => make("span", style, words)), "\n");
  return block;
}

function leakCard(leak, isOpen) {
  const card = make("details", "card " + leak.kind);
  card.id = `leak-${leak.letter}`;
  card.open = isOpen;
  const name = `${WORDS[leak.kind]} ${leak.letter}`;
  const title = make("summary", "", make("b", "name", name), make("span", "confidence", leak.confidence),
    make("span", "title", leak.title), ...places(leak),
    make("span", "count", plural(leak.count, "subscription")), make("code", "", leak.fingerprint));
  title.addEventListener("click", (event) => { if (!event.target.closest("a")) setLink(`leak=${leak.letter}`); });
  const path = make("table", "path");
  for (const row of leak.path) path.append(pathRow(row));
  const members = make("p", "members", "Subscriptions: ");
  for (const number of leak.members.slice(0, 30)) members.append(numberLink(number), " ");
  if (leak.count > 30) members.append(`… ${leak.count - 30} more`);
  card.append(title, ...leak.sentences.map((sentence) => make("p", "", ...linked(sentence))), path);
  if (leak.excerpt.length > 0) card.append(sourceBlock(leak.excerpt));
  card.append(make("p", "fix", ...linked(leak.hint)));
  if (leak.patch !== null) card.append(copyButton(data.patches[leak.patch]));
  card.append(members);
  return card;
}

function showLeaks(panel) {
  panel.append(make("h2", data.leaks.length === 0 ? "quiet" : "", data.headline));
  data.leaks.forEach((leak, index) => panel.append(leakCard(leak, index === 0)));
  if (data.more_leaks > 0) panel.append(make("p", "", `… ${plural(data.more_leaks, "more leak")}: rxtrace leaks ${data.file}`));
  if (data.findings.length > 0) panel.append(make("h3", "", "Findings"));
  for (const finding of data.findings) {
    panel.append(make("p", "finding", make("b", "", finding.check), " ", finding.name, " ",
      ...places(finding).flatMap((place) => [place, " "]), ...linked(finding.sentence)));
  }
}

// A list of subscriptions, of which the first ones are named.
function some(numbers, most = 12, between = " ") {
  const parts = [];
  for (const life of Array.from(numbers).slice(0, most)) {
    if (parts.length > 0) parts.push(between);
    parts.push(lifeLink(life));
  }
  if (numbers.length > most) parts.push(` … ${numbers.length}`);
  return parts;
}

function facts(life) {
  const facts = [];
  const fact = (word, ...content) => facts.push(make("dt", "", word), make("dd", "", ...content));
  const verdict = VERDICTS[lives.verdict[life]];
  fact("state", make("span", verdict.style, `${verdict.sign} ${stateText(life)}`));
  if (REASONS[lives.reason[life]] !== "") fact("disposed", REASONS[lives.reason[life]]);
  const letter = rare.leak.has(life) ? data.leaks[rare.leak.get(life)] : null;
  if (letter) {
    const link = make("a", "", `${WORDS[letter.kind]} ${letter.letter}`);
    link.href = linkTo(`leak=${letter.letter}`);
    fact("verdict", link, ` ${letter.title}, ${letter.confidence}`);
  } else {
    fact("verdict", verdict.word);
  }
  fact("made at", operatorName(life), " ", sitePlace(life));
  const way = wayToRoot(life);
  fact("in", ...(way.length === 0 ? ["nothing: a root"] : some(way, 12, " ← ")));
  if (innerNumber(life) > 0) fact("inner", `number ${innerNumber(life)}`);
  fact("subscribed", `${namedMoment(lives.start[life])} on thread ${lives.thread[life]}`);
  fact("lived", `${lifeText(life)} ${data.unit.name}`);
  const last = rare.last_value.get(life);
  const late = rare.late.get(life) ?? 0;
  fact("values", lives.values[life] + (last === undefined ? "" : `, the last at ${namedMoment(last)}`)
    + (late > 0 ? `, ${late} of them too late` : ""));
  if (rare.owner.has(life)) fact("held by", text(data.owners[rare.owner.get(life)]));
  const causes = rare.causes.get(life) ?? [];
  if (causes.length > 0) {
    fact("caused by", ...causes.flatMap(([cause, kind, time], index) => [
      index > 0 ? " ← " : "", numberLink(cause), ` ${CAUSES[kind]} at ${namedMoment(time)}`,
    ]));
  }
  const above = forest.above(life);
  if (above.length > 0) fact("made for it", ...some(above));
  return facts;
}

const MOST_EVENTS = 100;

// What happened to it, in the order of time; of very many events the first and the last.
function eventLog(life) {
  const events = [[lives.start[life], "subscribed"]];
  for (let at = activity.first[life]; at < activity.first[life + 1]; at++) {
    const amount = activity.amounts[at];
    events.push([activity.times[at], amount > 1 ? `${amount} values, about then` : "next"]);
  }
  if (lives.state[life] !== ALIVE) {
    events.push([lives.end[life], STATES[lives.state[life]] + errorText(life)]);
  }
  const half = MOST_EVENTS / 2, left = events.length - MOST_EVENTS;
  const row = ([time, word]) => make("tr", "", make("td", "time", moment(time)), make("td", "", word));
  const rows = left > 0
    ? [...events.slice(0, half).map(row), make("tr", "", make("td", "time", "…"), make("td", "", `${left} more`)),
      ...events.slice(-half).map(row)]
    : events.map(row);
  const log = make("details", "log", make("summary", "", `What happened, in ${data.unit.name}`));
  log.append(make("table", "", ...rows));
  return log;
}

// For a link to a subscription that the page does not hold.
function showMissing(panel, number) {
  const words = data.left_out === "" ? "There is no such subscription in this page."
    : `It is left out of this page: ${data.left_out}. rxtrace show ${data.file} '#${number}' tells of it.`;
  panel.replaceChildren(make("h2", "", `#${number}`), make("p", "doubt", words));
  panel.hidden = false;
}

function showLife(panel, life) {
  panel.replaceChildren();
  if (life < 0) return;
  const close = make("button", "close", "×");
  close.title = "Close (Esc)";
  close.addEventListener("click", () => choose(-1));
  panel.append(make("h2", "", `#${lives.number[life]} `, nameOf(life)), close, make("dl", "", ...facts(life)), eventLog(life));
}
