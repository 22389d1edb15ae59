// Which subscriptions have a row, and in which order.

const rows = {
  list: new Uint32Array(0),
  collapsed: new Uint8Array(lives.count),
  // What the search and the filter let through: 1 for a match, 2 for what leads to one. Nil lets everything through.
  kept: null,
  matches: 0,
  query: "",
  verdicts: new Set(),
  order: "worst",

  // What has finished is folded, where there is much.
  foldFinished() {
    for (let i = 0; i < lives.count; i++) {
      const isOver = forest.alive[i] - (lives.state[i] === ALIVE ? 1 : 0) === 0;
      this.collapsed[i] = lives.count > 300 && isOver && forest.size[i] > 1 ? 1 : 0;
    }
  },

  setAll(isCollapsed) { this.collapsed.fill(isCollapsed ? 1 : 0); },

  find() {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0 && this.verdicts.size === 0) {
      this.kept = null;
      this.matches = lives.count;
      return;
    }
    // Names and places repeat: each string is looked at once for each word.
    const found = words.map((word) => {
      const strings = data.strings.map((string) => string.toLowerCase().includes(word));
      const sites = data.sites.operator.map((name, k) => strings[name] || strings[data.sites.place[k]]);
      const number = /^#?\d+$/.test(word) ? Number(word.replace("#", "")) : -1;
      return { strings, sites, number };
    });
    this.kept = new Uint8Array(lives.count);
    this.matches = 0;
    for (let i = 0; i < lives.count; i++) {
      if (this.verdicts.size > 0 && !this.verdicts.has(lives.verdict[i])) continue;
      const isMeant = found.every(({ strings, sites, number }) =>
        lives.number[i] === number || sites[lives.site[i]]
        || rare.label.has(i) && strings[rare.label.get(i)]
        || rare.owner.has(i) && strings[data.owners[rare.owner.get(i)]]);
      if (!isMeant) continue;
      this.kept[i] = 1;
      this.matches++;
      for (let p = lives.parent[i]; p >= 0 && this.kept[p] === 0; p = lives.parent[p]) this.kept[p] = 2;
    }
  },

  roots() {
    const roots = Array.from(forest.roots);
    const rank = {
      worst: (i) => forest.worst[i],
      life: (i) => lives.end[i] - lives.start[i],
      values: (i) => lives.values[i],
      size: (i) => forest.size[i],
    }[this.order];
    if (rank) roots.sort((a, b) => rank(b) - rank(a) || a - b);
    return roots;
  },

  arrange() {
    const list = new Uint32Array(lives.count);
    let count = 0;
    // A search opens what leads to what it found.
    const isOpen = (life) => this.kept !== null || !this.collapsed[life];
    for (const root of this.roots()) {
      let at = forest.place[root];
      const end = at + forest.size[root];
      while (at < end) {
        const life = forest.order[at];
        if (this.kept !== null && this.kept[life] === 0) { at += forest.size[life]; continue; }
        list[count++] = life;
        at += isOpen(life) ? 1 : forest.size[life];
      }
    }
    this.list = list.subarray(0, count);
  },

  // Opens all that hides a subscription.
  reveal(life) {
    for (let p = lives.parent[life]; p >= 0; p = lives.parent[p]) this.collapsed[p] = 0;
    if (this.kept !== null && this.kept[life] === 0) {
      this.query = "";
      this.verdicts.clear();
      this.find();
    }
  },
};
