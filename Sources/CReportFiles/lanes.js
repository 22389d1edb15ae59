// The lives over time: a lane beside each row.

// Stretches of time that are lost, and marks, behind rows or curve.
function drawBackdrop(pen, height) {
  pen.fillStyle = colours.lost;
  for (const [from, to] of data.lost) {
    if (to < view.from || from > view.to) continue;
    pen.fillRect(xOf(from), 0, Math.max(xOf(to) - xOf(from), 1), height);
  }
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  eachTick((time) => {
    const x = Math.round(xOf(time)) + 0.5;
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x, height);
    pen.stroke();
  });
  pen.strokeStyle = colours.doubt;
  pen.setLineDash([2, 3]);
  for (const time of data.marks.times) {
    if (time < view.from || time > view.to) continue;
    const x = Math.round(xOf(time)) + 0.5;
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x, height);
    pen.stroke();
  }
  pen.setLineDash([]);
}

function lifeColour(life) {
  switch (VERDICTS[lives.verdict[life]].style) {
    case "leaked": return colours.leak;
    case "doubt": return colours.doubt;
    default: return colours.quiet;
  }
}

function drawLane(pen, life, top) {
  const middle = top + ROW / 2;
  const isAlive = lives.state[life] === ALIVE;
  const [left, right] = [xOf(lives.start[life]), xOf(lives.end[life])];
  const [from, to] = [Math.max(left, -2), Math.min(right, view.width + 2)];
  if (right < 0 || left > view.width) return;
  pen.fillStyle = lifeColour(life);
  pen.globalAlpha = isAlive ? 0.45 : 0.35;
  pen.fillRect(from, middle - 3, Math.max(to - from, 1), 6);
  pen.globalAlpha = 1;
  drawValues(pen, life, middle);
  if (left >= -2) {
    pen.fillStyle = colours.over;
    pen.fillRect(left, middle - 6, 1.5, 12);
  }
  if (right <= view.width + 2) drawEnd(pen, life, right, middle, isAlive);
}

function drawValues(pen, life, middle) {
  const [first, last] = [activity.first[life], activity.first[life + 1]];
  if (first === last) return;
  const lateSince = rare.late_since.get(life) ?? Infinity;
  const width = Math.max(xOf(view.from + (rare.resolution.get(life) ?? 0)), 1.5);
  for (let at = first; at < last; at++) {
    const time = activity.times[at];
    const x = xOf(time) - width / 2;
    if (x < -width || x > view.width) continue;
    const density = Math.min(1, activity.amounts[at] / Math.max(width, 1));
    const height = 6 + 10 * Math.sqrt(density);
    pen.fillStyle = time >= lateSince ? colours.late : colours.values;
    pen.globalAlpha = 0.35 + 0.65 * density;
    pen.fillRect(x, middle - height / 2, width, height);
  }
  pen.globalAlpha = 1;
}

// The shape says it as well as the colour: a bar, a cross, a hollow box, an arrow.
function drawEnd(pen, life, x, middle, isAlive) {
  pen.lineWidth = 1.5;
  pen.beginPath();
  if (isAlive) {
    pen.fillStyle = lifeColour(life) === colours.quiet ? colours.values : lifeColour(life);
    pen.moveTo(x - 8, middle - 6);
    pen.lineTo(x - 1, middle);
    pen.lineTo(x - 8, middle + 6);
    pen.fill();
  } else if (lives.state[life] === FAILED) {
    pen.strokeStyle = colours.failed;
    pen.moveTo(x - 4, middle - 4);
    pen.lineTo(x + 4, middle + 4);
    pen.moveTo(x + 4, middle - 4);
    pen.lineTo(x - 4, middle + 4);
    pen.stroke();
  } else if (lives.state[life] === DISPOSED) {
    pen.strokeStyle = colours.disposed;
    pen.fillStyle = colours.ground;
    pen.rect(x - 3, middle - 3, 6, 6);
    pen.fill();
    pen.stroke();
  } else {
    pen.fillStyle = colours.completed;
    pen.fillRect(x - 1.5, middle - 6, 3, 12);
  }
}

// How many of what is folded into a row lived when; of many, a sample.
function drawFolded(pen, life, top) {
  const count = forest.size[life] - 1;
  const stride = Math.ceil(count / 4000);
  const columns = Math.max(Math.ceil(view.width / 2), 1);
  const change = new Int32Array(columns + 1);
  for (let k = 1; k <= count; k += stride) {
    const over = forest.order[forest.place[life] + k];
    const [left, right] = [xOf(lives.start[over]) / 2, xOf(lives.end[over]) / 2];
    if (right < 0 || left >= columns) continue;
    change[Math.max(Math.floor(left), 0)]++;
    change[Math.min(Math.floor(right) + 1, columns)]--;
  }
  let [alive, most] = [0, 1];
  for (let x = 0; x < columns; x++) { alive += change[x]; most = Math.max(most, alive); }
  alive = 0;
  pen.fillStyle = colours.over;
  for (let x = 0; x < columns; x++) {
    alive += change[x];
    if (alive <= 0) continue;
    const height = Math.max(2, (ROW - 12) * alive / most);
    pen.globalAlpha = 0.25;
    pen.fillRect(2 * x, top + ROW - 1 - height / 2, 2, height / 2);
  }
  pen.globalAlpha = 1;
}

// Rows from `first` up to `last`, with the first of them at the top of the canvas.
function drawLanes(canvas, first, last, chosen) {
  const height = (last - first) * ROW;
  const pen = sized(canvas, view.width, height);
  for (let row = first; row < last; row++) {
    if (rows.list[row] !== chosen) continue;
    pen.fillStyle = colours.chosen;
    pen.fillRect(0, (row - first) * ROW, view.width, ROW);
  }
  drawBackdrop(pen, height);
  for (let row = first; row < last; row++) {
    const life = rows.list[row];
    if (rows.collapsed[life] && forest.size[life] > 1 && rows.kept === null) drawFolded(pen, life, (row - first) * ROW);
    drawLane(pen, life, (row - first) * ROW);
  }
}
