// How many were alive over the whole recording, those that leaked at the bottom.
const overview = (() => {
  let cache = { width: 0 };
  function curve(width) {
    if (cache.width === width) return cache;
    const all = new Int32Array(width + 1), leaked = new Int32Array(width + 1);
    const scale = width / Math.max(data.length, 1);
    for (let i = 0; i < lives.count; i++) {
      const from = Math.min(Math.max(Math.floor(lives.start[i] * scale), 0), width - 1);
      const to = lives.state[i] === ALIVE ? width : Math.min(Math.floor(lives.end[i] * scale) + 1, width);
      all[from]++;
      all[to]--;
      if (lives.verdict[i] === LEAKED) { leaked[from]++; leaked[to]--; }
    }
    let most = 1;
    for (let x = 0; x < width; x++) {
      if (x > 0) { all[x] += all[x - 1]; leaked[x] += leaked[x - 1]; }
      most = Math.max(most, all[x]);
    }
    return cache = { width, all, leaked, most };
  }
  function draw(canvas, width, height) {
    const { all, leaked, most } = curve(Math.max(Math.floor(width), 1));
    const pen = sized(canvas, width, height);
    const bars = (counts, colour) => {
      pen.fillStyle = colour;
      for (let x = 0; x < counts.length - 1; x++) {
        const tall = counts[x] / most * (height - 4);
        if (tall > 0) pen.fillRect(x, height - Math.max(tall, 1), 1, Math.max(tall, 1));
      }
    };
    pen.globalAlpha = 0.6;
    bars(all, colours.quiet);
    pen.globalAlpha = 1;
    bars(leaked, colours.leak);
    pen.fillStyle = colours.faint;
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "top";
    pen.fillText(`${most} alive at most${data.left_out === "" ? "" : " of the subscriptions in this page"}`, 4, 2);
    const scale = width / Math.max(data.length, 1);
    drawMarks(pen, scale, width, height);
    pen.fillStyle = colours.ground;
    pen.globalAlpha = 0.65;
    pen.fillRect(0, 0, view.from * scale, height);
    pen.fillRect(view.to * scale, 0, width - view.to * scale, height);
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.faint;
    pen.strokeRect(view.from * scale + 0.5, 0.5, Math.max((view.to - view.from) * scale - 1, 1), height - 1);
  }
  // As many of the marks' texts as have room.
  function drawMarks(pen, scale, width, height) {
    let free = 120;
    data.marks.times.forEach((time, index) => {
      const x = time * scale;
      pen.fillStyle = colours.doubt;
      pen.fillRect(x, 0, 1, height);
      const words = data.marks.texts[index];
      if (x + 3 < free || x + 3 + pen.measureText(words).width > width) return;
      pen.fillText(words, x + 3, 2);
      free = x + 9 + pen.measureText(words).width;
    });
  }
  return { draw };
})();
