// The page begins here.

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

document.title = `${data.title} – rxtrace`;
at("title").textContent = data.title;
at("facts").textContent = data.facts.join("  ");
if (recordings.length > 1) {
  const names = JSON.parse(at("names").textContent);
  at("recording").append(...names.map((name, index) => new Option(name, index + 1)));
  at("recording").value = shownRecording;
  at("recording").hidden = false;
  at("recording").addEventListener("change", () => {
    location.hash = `recording=${at("recording").value}`;
  });
}
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
