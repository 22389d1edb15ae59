// Which subscription is chosen, and the links that lead to one: #leak=A, #id=34, #q=map.

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

function setLink(link) {
  history.replaceState(null, "", linkTo(link));
}

function followLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  const other = Number(link.get("recording") ?? 1);
  const isThere = Number.isInteger(other) && other >= 1 && other <= recordings.length;
  if (isThere && other !== shownRecording) return location.reload();
  if (link.has("q")) search(link.get("q"));
  if (link.has("id")) {
    const number = Number(link.get("id").replace("#", ""));
    const life = lifeOfNumber(number);
    choose(life, true);
    if (life < 0 && number > 0) showMissing(at("life"), number);
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
