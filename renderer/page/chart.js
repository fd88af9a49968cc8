'use strict';
// Draws a layout into a canvas: rings or an icicle, with names where they fit.

const PALETTES = {
  dark: {back: '#14171c', rest: '#272c35', hatch: '#343b47', center: '#20252d', text: '#dfe3ea', onBright: '#12151a', onDark: '#f6f8fb', highlight: '#86e6ff', outline: '#ffffff', match: '#ffcf4d', path: '#ff6b5e'},
  light: {back: '#f7f8fa', rest: '#e3e6eb', hatch: '#d2d7de', center: '#eceff3', text: '#22272f', onBright: '#14171c', onDark: '#ffffff', highlight: '#0a3fd0', outline: '#0d1117', match: '#f29a00', path: '#c81e1e'},
};
const LABEL_PX = 11, LABEL_PAD_PX = 4, LEAST_LABEL_CHARACTERS = 3;
const LABEL_FONT = LABEL_PX + 'px system-ui, sans-serif';
const DARK_TEXT_FROM = 0.58;  // of OKLab lightness
const FADE = 0.78;
const STRAIGHT_PX = 8;

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

function mixed(from, to, share) {
  const a = channels(from), b = channels(to);
  return '#' + a.map((value, i) => Math.round(value + (b[i] - value) * share).toString(16).padStart(2, '0')).join('');
}

const lightnessOf = new Map();
function lightness(hex) {
  if (!lightnessOf.has(hex)) {
    const [r, g, b] = channels(hex).map((value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lightnessOf.set(hex, 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s);
  }
  return lightnessOf.get(hex);
}

class Chart {
  constructor(picture, marks) {
    this.picture = picture;
    this.marks = marks;
    this.widths = new Map();
  }

  // Sizes both canvases; returns the size in CSS pixels.
  fit() {
    const box = this.picture.parentElement.getBoundingClientRect();
    this.width = Math.max(1, Math.floor(box.width));
    this.height = Math.max(1, Math.floor(box.height));
    this.ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.picture, this.marks]) {
      const width = Math.round(this.width * this.ratio), height = Math.round(this.height * this.ratio);
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    }
  }

  context(canvas) {
    const g = canvas.getContext('2d');
    g.setTransform(this.ratio, 0, 0, this.ratio, (this.width / 2) * this.ratio, (this.height / 2) * this.ratio);
    g.clearRect(-this.width / 2, -this.height / 2, this.width, this.height);
    return g;
  }

  // The outline of a piece, smaller by `inset` on each side.
  trace(g, layout, piece, inset) {
    const layer = layout.layer[piece];
    const inner = layout.edges[layer], outer = layout.edges[layer + 1];
    const start = layout.startTurns(piece), sweep = layout.sweepTurns(piece);
    if (layout.spec.form === 'icicle') {
      const frame = icicleFrame(layout.spec);
      const width = sweep * frame.width, gap = width > 3 ? 2 * inset : 0, gapY = outer - inner > 3 ? 2 * inset : 0;
      g.rect(frame.left + start * frame.width, frame.top + inner, Math.max(width - gap, 0.2), outer - inner - gapY);
      return;
    }
    const gap = outer - inner > 3 ? inset : 0;
    const from = inner + (layer > 0 ? gap : 0), to = outer - gap;
    if (sweep >= 1) {
      g.moveTo(to, 0);
      g.arc(0, 0, to, 0, 2 * Math.PI);
      if (from > 0) {
        g.moveTo(from, 0);
        g.arc(0, 0, from, 0, 2 * Math.PI, true);
      }
      return;
    }
    const length = 2 * Math.PI * sweep;
    const turn = (radius) => (length * radius > 3 ? inset / radius : 0);
    const begin = 2 * Math.PI * start - Math.PI / 2;
    if (length * to < STRAIGHT_PX) {  // bent by less than anyone sees
      for (const [radius, angle] of [[to, begin + turn(to)], [to, begin + length - turn(to)], [from, begin + length - turn(from)], [from, begin + turn(from)]]) {
        g.lineTo(radius * Math.cos(angle), radius * Math.sin(angle));
      }
      g.closePath();
      return;
    }
    g.moveTo(to * Math.cos(begin + turn(to)), to * Math.sin(begin + turn(to)));
    g.arc(0, 0, to, begin + turn(to), begin + length - turn(to));
    if (from > 0) g.arc(0, 0, from, begin + length - turn(from), begin + turn(from), true); else g.lineTo(0, 0);
    g.closePath();
  }

  fills(layout, theme, matches) {
    const palette = PALETTES[theme], {tree} = layout;
    const fills = [];
    for (let piece = 0; piece < layout.size; ++piece) {
      const isRest = layout.isRest(piece);
      let fill = piece === 0 ? palette.center : isRest ? palette.rest : tree.color(layout.item[piece], theme);
      if (matches && piece > 0) fill = !isRest && matches[layout.item[piece]] ? palette.match : mixed(fill, palette.back, FADE);
      fills.push(fill);
    }
    return fills;
  }

  draw(layout, theme, matches) {
    this.layout = layout;
    const palette = PALETTES[theme];
    const fills = this.fills(layout, theme, matches);
    const g = this.context(this.picture);
    g.fillStyle = palette.back;
    g.fillRect(-this.width / 2, -this.height / 2, this.width, this.height);
    for (let piece = 0; piece < layout.size; ++piece) {
      g.fillStyle = fills[piece];
      g.beginPath();
      this.trace(g, layout, piece, 0.5);
      g.fill();
    }
    this.hatch(g, palette);
    g.font = LABEL_FONT;
    g.textBaseline = 'middle';
    for (let piece = 0; piece < layout.size; ++piece) {
      if (layout.isRest(piece)) continue;
      g.fillStyle = piece === 0 ? palette.text : lightness(fills[piece]) >= DARK_TEXT_FROM ? palette.onBright : palette.onDark;
      this.label(g, piece);
    }
  }

  // Rests that are large enough to be pointed at are hatched.
  hatch(g, palette) {
    const {layout} = this;
    g.save();
    g.beginPath();
    for (let piece = 1; piece < layout.size; ++piece) {
      if (layout.isRest(piece) && layout.sweepTurns(piece) * this.lengthOf(layout.layer[piece]) > 8) this.trace(g, layout, piece, 0.5);
    }
    g.clip();
    g.beginPath();
    const reach = this.width / 2 + this.height / 2;
    for (let x = -reach; x < reach; x += 7) {
      g.moveTo(x, this.height / 2);
      g.lineTo(x + this.height, -this.height / 2);
    }
    g.strokeStyle = palette.hatch;
    g.lineWidth = 2;
    g.stroke();
    g.restore();
  }

  lengthOf(layer) {
    return this.layout.spec.form === 'icicle' ? icicleFrame(this.layout.spec).width : 2 * Math.PI * this.layout.edges[layer + 1];
  }

  widthOf(g, character) {
    let width = this.widths.get(character);
    if (width === undefined) this.widths.set(character, width = g.measureText(character).width);
    return width;
  }

  // The characters of a name that fit, with an ellipsis if some do not; empty if too few do.
  fitting(g, name, room) {
    // The function's own name says more than the beginning of its class.
    const [, last] = /[.:]([^.:]+)$/.exec(name) || [];
    const widthOf = (text) => [...text].reduce((sum, character) => sum + this.widthOf(g, character), 0);
    if (last !== undefined && widthOf(name) > room) name = last;
    const shown = [];
    const dots = this.widthOf(g, '\u2026');
    let width = 0, widthWithDots = 0, fittingWithDots = 0;
    for (const character of name) {
      width += this.widthOf(g, character);
      if (width > room) {
        if (fittingWithDots < LEAST_LABEL_CHARACTERS) return {text: [], width: 0};
        return {text: shown.slice(0, fittingWithDots).concat('\u2026'), width: widthWithDots + dots};
      }
      shown.push(character);
      if (width + dots <= room) {
        fittingWithDots = shown.length;
        widthWithDots = width;
      }
    }
    return {text: shown, width};
  }

  label(g, piece) {
    const {layout} = this;
    const layer = layout.layer[piece];
    const inner = layout.edges[layer], outer = layout.edges[layer + 1], thickness = outer - inner;
    const sweep = layout.sweepTurns(piece), start = layout.startTurns(piece);
    const name = layout.tree.shortName(layout.item[piece]);
    if (layout.spec.form === 'icicle') {
      const frame = icicleFrame(layout.spec);
      const width = sweep * frame.width;
      if (thickness < LABEL_PX + 2 || width < 20) return;
      const {text} = this.fitting(g, name, width - 2 * LABEL_PAD_PX);
      g.fillText(text.join(''), frame.left + start * frame.width + LABEL_PAD_PX, frame.top + (inner + outer) / 2);
      return;
    }
    if (piece === 0) {
      const {text, width} = this.fitting(g, name, 2 * outer - 12);
      g.fillText(text.join(''), -width / 2, 0);
      return;
    }
    const radius = (inner + outer) / 2, length = 2 * Math.PI * sweep * radius;
    if (length < LABEL_PX + 2 || thickness < LABEL_PX + 2) return;
    const along = this.fitting(g, name, length - 2 * LABEL_PAD_PX);
    const radial = thickness > 24 ? this.fitting(g, name, thickness - 2 * LABEL_PAD_PX) : {text: [], width: 0};
    const middle = 2 * Math.PI * (start + sweep / 2) - Math.PI / 2;
    if (along.text.length >= radial.text.length) this.labelAlong(g, along, middle, radius); else this.labelRadial(g, radial, middle, radius);
  }

  labelRadial(g, {text, width}, middle, radius) {
    const isLeft = Math.cos(middle) < 0;
    g.save();
    g.rotate(isLeft ? middle + Math.PI : middle);
    g.fillText(text.join(''), (isLeft ? -radius : radius) - width / 2, 0);
    g.restore();
  }

  // Writes letter by letter along the arc, upright in either half.
  labelAlong(g, {text, width}, middle, radius) {
    if (text.length === 0) return;
    const isBelow = Math.sin(middle) > 0;
    const direction = isBelow ? -1 : 1;
    let at = -width / 2;
    for (const character of text) {
      const its = this.widthOf(g, character);
      const angle = middle + (direction * (at + its / 2)) / radius;
      g.save();
      g.translate(radius * Math.cos(angle), radius * Math.sin(angle));
      g.rotate(angle + (isBelow ? -Math.PI / 2 : Math.PI / 2));
      g.fillText(character, -its / 2, 0);
      g.restore();
      at += its;
    }
  }

  // Outlines the pointed or selected piece, those of its function, and its callers.
  mark(theme, pieces) {
    const g = this.context(this.marks), palette = PALETTES[theme];
    const outline = (list, color, width) => {
      g.beginPath();
      for (const piece of list) this.trace(g, this.layout, piece, 0.5);
      g.strokeStyle = color;
      g.lineWidth = width;
      g.stroke();
    };
    outline(pieces.same, palette.highlight, 1.5);
    outline(pieces.callers, palette.path, 1);
    outline(pieces.pointed, palette.outline, 2);
  }
}
