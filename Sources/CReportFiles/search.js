// Search, filter and order.

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
  data.tables.filters.forEach((verdict) => {
    if (counts[verdict] > 0) add(verdict, `${VERDICTS[verdict].word} ${counts[verdict]}`);
  });
  showFilter();
}

at("search").addEventListener("input", (event) => search(event.target.value));
at("order").addEventListener("change", (event) => {
  rows.order = event.target.value;
  rearrange();
});
