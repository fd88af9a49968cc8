'use strict';
// The places of a view's pieces, by the rules of renderer/layout (layout.h, layouter.cpp, view_geometry.cpp), without
// lenses, chains and opened runs. A rest of the page is never drawn as a context, however wide it is.

const ALL_LAYERS = 0xffffffff;
const CHART_MARGIN_PX = 12;
const MIN_LAYER_PX = 0.5, MIN_ARC_PX = 1;
const EQUAL_CIRCLE_UNITS = 2 ** 62;
const FILLED_BY_ONE = 0.9;
const LEAST_CENTER = 0.14, FIRST_RING_PX = 24, RING_TAPER = 0.85, LEAST_OF_MEAN = 0.5;
const THIN_SHARE = 1 / 3, LEAST_THIN_PX = 12;
const WHOLE_ROW_PX = 4, LEAST_ROW_PX = 1, THIN_ROWS_SHARE = 0.25, LEAST_COVERED = 1e-6;
const TEXT_SHARE = 0.6, MAX_POWER = 4, HALVINGS = 60, MAX_ROW_PX = 24;

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const clampLength = (lengthPx) => (lengthPx >= 1 ? Math.min(lengthPx, 1e6) : 1);

function chartRadius(spec) {
  return clampLength(Math.min(spec.width, spec.height) / 2 - CHART_MARGIN_PX);
}

function icicleFrame(spec) {
  const width = clampLength(spec.width - 2 * CHART_MARGIN_PX + 1);
  const height = clampLength(spec.height - 2 * CHART_MARGIN_PX + 1);
  return {left: -width / 2, top: -height / 2, width, height};
}

function taperedRingsPx(roomPx, rings, count) {
  const taper = (n) => (1 - RING_TAPER ** n) / (1 - RING_TAPER);
  const mean = roomPx / rings;
  if (mean >= FIRST_RING_PX || rings <= 1) return mean * count;
  const last = Math.max((roomPx - FIRST_RING_PX * taper(rings)) / (rings - taper(rings)), LEAST_OF_MEAN * mean);
  const more = (roomPx - rings * last) / taper(rings);
  return last * count + more * taper(count);
}

function ringsWithThinPx(roomPx, rings, thin, count) {
  thin = Math.min(thin, rings);
  const mean = roomPx / rings;
  const thinPx = Math.max((roomPx * THIN_SHARE) / (rings - thin + thin * THIN_SHARE), Math.min(mean, LEAST_THIN_PX));
  if (count <= thin) return thinPx * count;
  return thinPx * thin + taperedRingsPx(roomPx - thinPx * thin, rings - thin, count - thin);
}

function readableRingsThatFit(roomPx, leastPx) {
  const allTapers = 1 / (1 - RING_TAPER);
  return Math.max((LEAST_OF_MEAN * roomPx) / leastPx, (roomPx - (FIRST_RING_PX - leastPx) * allTapers) / leastPx);
}

function layersThatFit(spec) {
  if (spec.form === 'icicle') return Math.floor(Math.max(1, icicleFrame(spec).height / MIN_LAYER_PX));
  const radius = chartRadius(spec);
  if (spec.sizing === 'readable') {
    const center = LEAST_CENTER * radius;
    const rings = spec.mode === 'area' ?
      (radius * radius - center * center) / (MIN_LAYER_PX * (2 * radius - MIN_LAYER_PX)) :
      readableRingsThatFit(radius - center, MIN_LAYER_PX);
    return Math.floor(1 + Math.max(0, rings));
  }
  if (spec.mode !== 'area') return Math.floor(Math.max(1, radius / MIN_LAYER_PX));
  const inner = 1 - MIN_LAYER_PX / radius;
  return Math.floor(Math.max(1, 1 / (1 - inner * inner)));
}

function ringEdgePx(spec, layers, layer, thin) {
  const radius = chartRadius(spec);
  const isArea = spec.mode === 'area';
  if (spec.sizing === 'plain' || layers <= 1) {
    const share = (layer + 1) / Math.max(layers, 1);
    return radius * (isArea ? Math.sqrt(share) : share);
  }
  const equal = 1 / layers;
  const center = radius * Math.max(LEAST_CENTER, isArea ? Math.sqrt(equal) : equal);
  if (isArea) return Math.sqrt(center * center + (layer / (layers - 1)) * (radius * radius - center * center));
  return center + ringsWithThinPx(radius - center, layers - 1, thin, layer);
}

function ringEdges(spec, layers, thin) {
  const edges = [0];
  for (let layer = 0; layer < layers; ++layer) edges.push(Math.fround(ringEdgePx(spec, layers, layer, thin)));
  return edges;
}

const wholePixels = (heightPx) => (heightPx >= WHOLE_ROW_PX ? Math.floor(heightPx) : heightPx);

function fitHeights(weights, least, most, heightPx) {
  const row = (factor, weight) => wholePixels(clamp(factor * weight, least, most));
  let tooLow = least / Math.max(...weights), tooHigh = most / Math.min(...weights);
  for (let i = 0; i < HALVINGS; ++i) {
    const factor = Math.sqrt(tooLow) * Math.sqrt(tooHigh);
    let sum = 0;
    for (const weight of weights) sum += row(factor, weight);
    if (sum <= heightPx) tooLow = factor; else tooHigh = factor;
  }
  return weights.map((weight) => row(tooLow, weight));
}

function rowHeights(spec, covered, height) {
  const rows = covered.length;
  const most = Math.min(height, MAX_ROW_PX);
  if (rows * most <= height || spec.mode === 'area') return covered.map(() => wholePixels(Math.min(height / rows, most)));
  const least = Math.min(LEAST_ROW_PX, (THIN_ROWS_SHARE * height) / rows);
  let weights = covered.map(() => 1), heights = [];
  for (let power = 1; power <= MAX_POWER; ++power) {
    weights = weights.map((weight, layer) => weight * Math.max(covered[layer], LEAST_COVERED));
    heights = fitHeights(weights, least, most, height);
    if (heights[0] >= TEXT_SHARE * most) break;
  }
  return heights;
}

function rowEdges(spec, covered) {
  const edges = [0];
  let edge = 0;
  for (const height of rowHeights(spec, covered, icicleFrame(spec).height)) edges.push(Math.fround(edge += height));
  return edges;
}

// One laid-out view. Piece p is a context (`begin[p]` is its item) or a rest segment (it stands for the items
// [begin[p], end[p]) below `item[p]`); piece 0 is the centre. Starts and sweeps are in units: `circle` of them are a turn.
class Layout {
  constructor(tree, spec) {
    this.tree = tree;
    this.spec = spec;
    this.isEqual = spec.mode === 'equal';
    this.total = tree.inclusive(spec.root, spec.metric);
    this.circle = this.isEqual ? EQUAL_CIRCLE_UNITS : Math.max(this.total, 1);
    const isLimited = spec.depth !== ALL_LAYERS;
    const wanted = Math.max(1, Math.min(spec.depth, layersThatFit(spec), 1 + tree.layersBelow[spec.root]));
    this.layWithoutEmptyRings(wanted, isLimited);
  }

  get size() { return this.item.length; }
  get layerCount() { return this.edges.length - 1; }

  layWithoutEmptyRings(wanted, isLimited) {
    const thin = this.ringsFilledByOne(wanted);
    let filled = this.layWith(wanted, thin);
    if (filled === wanted) return;
    let tooMany = wanted;
    while (isLimited && tooMany - filled > 1 + Math.floor(filled / 16)) {
      const middle = filled + Math.floor((tooMany - filled) / 2);
      const used = this.layWith(middle, thin);
      if (used < middle) tooMany = middle;
      filled = Math.max(filled, used);
    }
    this.layWith(filled, thin);
  }

  ringsFilledByOne(most) {
    const {tree, spec} = this;
    if (spec.sizing === 'plain' || spec.form !== 'rings' || spec.mode === 'area') return 0;
    let rings = 0;
    for (let caller = spec.root; rings < most; ++rings) {
      const begin = tree.first[caller], end = tree.first[caller + 1];
      if (begin === end) break;
      let filling = begin;
      if (this.isEqual) {
        if (tree.count(begin, end) > 1) break;
      } else {
        const half = Math.floor(tree.inclusive(caller, spec.metric) / 2);
        while (filling < end - 1 && tree.running[spec.metric][filling + 1] - tree.running[spec.metric][begin] <= half) ++filling;
        if (tree.inclusive(filling, spec.metric) < FILLED_BY_ONE * this.circle) break;
      }
      if (tree.isRest(filling)) break;
      caller = filling;
    }
    return Math.min(rings, most);
  }

  layWith(layers, thin) {
    this.edges = ringEdges(this.spec, layers, thin);
    this.layPieces(layers);
    if (this.spec.form === 'icicle') {
      const covered = new Array(layers).fill(0);
      for (let piece = 0; piece < this.size; ++piece) covered[this.layer[piece]] += this.sweep[piece];
      this.edges = rowEdges(this.spec, covered.map((units) => units / this.circle));
    }
    return this.layer[this.size - 1] + 1;
  }

  layPieces(layers) {
    const {tree, spec} = this;
    for (const column of ['item', 'begin', 'end', 'start', 'sweep', 'layer', 'caller']) this[column] = [];
    this.layerOffset = [0];
    const isRow = spec.form === 'icicle' && !this.isEqual && this.total > 0;
    this.push(0, 0, spec.root, spec.root, spec.root + 1, 0, isRow ? this.total : this.circle);
    this.layerOffset.push(1);
    for (let layer = 1; layer < layers; ++layer) {
      this.beginLayer(layer);
      const callersEnd = this.layerOffset[layer];
      for (let caller = this.layerOffset[layer - 1]; caller < callersEnd; ++caller) {
        if (this.isRest(caller)) continue;
        const begin = tree.first[this.item[caller]], end = tree.first[this.item[caller] + 1];
        if (begin === end) continue;
        const s = {caller, begin, end, start: this.start[caller], limit: this.sweep[caller]};
        if (this.isEqual) this.layEqual(s, layer); else this.layByPosition(s, layer);
      }
      this.layerOffset.push(this.size);
      if (this.size === callersEnd) break;
    }
    while (this.layerOffset.length <= layers) this.layerOffset.push(this.size);
  }

  beginLayer(layer) {
    this.firstPiece = this.size;
    this.lengthPx = this.spec.form === 'rings' ? 2 * Math.PI * this.edges[layer + 1] : icicleFrame(this.spec).width;
    this.smallest = Math.max(1, Math.ceil((this.circle * MIN_ARC_PX) / this.lengthPx));
  }

  push(layer, caller, item, begin, end, start, sweep) {
    this.layer.push(layer);
    this.caller.push(caller);
    this.item.push(item);
    this.begin.push(begin);
    this.end.push(end);
    this.start.push(start);
    this.sweep.push(sweep);
  }
  pushContext(s, layer, item, start, end) { this.push(layer, s.caller, item, item, item + 1, s.start + start, end - start); }
  pushRest(s, layer, begin, end, from, to) { this.push(layer, s.caller, this.item[s.caller], begin, end, s.start + from, to - from); }

  // A context's own item stands for it alone; a rest's run lies below its item.
  isRest(piece) { return this.begin[piece] !== this.item[piece]; }
  startTurns(piece) { return this.start[piece] / this.circle; }
  sweepTurns(piece) { return this.sweep[piece] / this.circle; }
  contexts(piece) { return this.tree.count(this.begin[piece], this.end[piece]); }
  inclusive(piece, metric) {
    let sum = 0;
    for (let item = this.begin[piece]; item < this.end[piece]; ++item) sum += this.tree.inclusive(item, metric);
    return sum;
  }

  startOf(s, item) {
    const {tree} = this;
    if (this.isEqual) return (s.limit * tree.count(s.begin, item)) / tree.count(s.begin, s.end);
    const running = tree.running[this.spec.metric];
    return Math.min(running[item] - running[s.begin], s.limit);
  }

  layEqual(s, layer) {
    const {tree} = this;
    if (Math.floor(s.limit / tree.count(s.begin, s.end)) < this.smallest) return this.pushRest(s, layer, s.begin, s.end, 0, s.limit);
    for (let item = s.begin; item < s.end; ++item) {
      const start = this.startOf(s, item), end = this.startOf(s, item + 1);
      if (tree.isRest(item)) this.pushRest(s, layer, item, item + 1, start, end); else this.pushContext(s, layer, item, start, end);
    }
  }

  // How many pieces fit between the last one of this layer and the end of the caller's arc, at least 1.
  budget(s) {
    const endPx = Math.floor(((s.start + s.limit) / this.circle) * this.lengthPx);
    const used = this.size - this.firstPiece;
    return endPx > used + 1 ? endPx - used : 1;
  }

  layByPosition(s, layer) {
    const {tree} = this;
    const firstPiece = this.size, budget = this.budget(s);
    const isDrawn = (item, position) => !tree.isRest(item) && this.startOf(s, item + 1) - position >= this.smallest;
    let item = s.begin, position = 0;
    while (item < s.end) {
      const runBegin = item, runStart = position;
      const drawn = isDrawn(item, position);
      do position = this.startOf(s, ++item); while (!drawn && item < s.end && !isDrawn(item, position));
      if (position === runStart) continue;
      if (this.size - firstPiece === budget) return this.foldTail(s, layer);
      if (drawn) this.pushContext(s, layer, runBegin, runStart, position); else this.pushRest(s, layer, runBegin, item, runStart, position);
    }
  }

  // A caller with as many pieces as pixels: its last piece takes in all siblings that follow.
  foldTail(s, layer) {
    const last = this.size - 1;
    const begin = this.begin[last], start = this.start[last] - s.start;
    for (const column of ['item', 'begin', 'end', 'start', 'sweep', 'layer', 'caller']) this[column].pop();
    this.pushRest(s, layer, begin, s.end, start, this.startOf(s, s.end));
  }

  // The piece at a place relative to the middle of the chart; -1: none.
  pick(x, y) {
    let turns, distance;
    if (this.spec.form === 'icicle') {
      const frame = icicleFrame(this.spec);
      turns = (x - frame.left) / frame.width;
      distance = y - frame.top;
    } else {
      turns = Math.atan2(x, -y) / (2 * Math.PI);
      if (turns < 0) turns += 1;
      distance = Math.hypot(x, y);
    }
    if (turns < 0 || turns >= 1 || distance < 0) return -1;
    const layer = this.edges.findIndex((edge, i) => i > 0 && distance < edge) - 1;
    if (layer < 0) return -1;
    let low = this.layerOffset[layer], high = this.layerOffset[layer + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.startTurns(middle) + this.sweepTurns(middle) <= turns) low = middle + 1; else high = middle;
    }
    return low < this.layerOffset[layer + 1] && this.startTurns(low) <= turns ? low : -1;
  }
}
