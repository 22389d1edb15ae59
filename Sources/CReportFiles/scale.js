// What part of the recording is to be seen, and where in it a moment lies.

const ROW = 22;
const view = { from: 0, to: Math.max(data.length, 1), width: 1 };

const colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ground", "ink", "faint", "line", "quiet", "values", "late", "leak", "doubt", "completed", "failed", "disposed", "over", "lost", "chosen"]) {
    colours[name] = style.getPropertyValue("--" + name).trim();
  }
}

const xOf = (time) => (time - view.from) / (view.to - view.from) * view.width;
const timeAt = (x) => view.from + x / view.width * (view.to - view.from);

function setView(from, to) {
  const least = Math.min(100, Math.max(data.length, 1));
  let span = Math.min(Math.max(to - from, least), Math.max(data.length, 1));
  view.from = Math.min(Math.max(from, 0), Math.max(data.length, 1) - span);
  view.to = view.from + span;
}

function zoom(factor, around) {
  const fixed = around ?? (view.from + view.to) / 2;
  setView(fixed - (fixed - view.from) * factor, fixed + (view.to - fixed) * factor);
}

function pan(part) {
  const span = view.to - view.from;
  setView(view.from + part * span, view.from + part * span + span);
}

function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return pen;
}

// Steps of 1, 2 or 5 times a power of ten, about one in each 90 pixels.
function tickStep() {
  const wanted = (view.to - view.from) / Math.max(view.width / 90, 1);
  const power = Math.pow(10, Math.floor(Math.log10(wanted)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= wanted);
}

function eachTick(body) {
  const step = tickStep();
  for (let k = Math.ceil(view.from / step); k * step <= view.to; k++) body(k * step, step);
}

function drawAxis(canvas, height) {
  const pen = sized(canvas, view.width, height);
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.fillStyle = colours.faint;
  pen.strokeStyle = colours.line;
  eachTick((time, step) => {
    const x = Math.round(xOf(time)) + 0.5;
    pen.beginPath();
    pen.moveTo(x, height - 5);
    pen.lineTo(x, height);
    pen.stroke();
    const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / data.unit.nanoseconds))));
    const label = decimals(time, digits) + (time === 0 || view.from > 0 && x < 90 ? " " + data.unit.name : "");
    const width = pen.measureText(label).width;
    pen.fillText(label, Math.min(Math.max(x - width / 2, 2), view.width - width - 2), height / 2 - 2);
  });
}
