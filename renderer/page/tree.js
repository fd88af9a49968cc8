'use strict';
// The data of the page, as renderer/page/page.cpp wrote it.
//
// Items are in level order: contexts, and rests. A rest stands for a run of siblings that the page does not hold. The
// items below item i are [first[i], first[i + 1]). As in the program, `running[metric]` is the exclusive running sum of
// inclusive values, so that these values, and the starts of arcs, are differences of it. Sums are exact up to 2^53.

class ByteReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.decoder = new TextDecoder();
  }
  number() {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error('the data of this page is cut off');
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }
  text() {
    const length = this.number();
    this.at += length;
    return this.decoder.decode(this.bytes.subarray(this.at - length, this.at));
  }
  list(count, read) {
    const values = [];
    for (let i = 0; i < count; ++i) values.push(read());
    return values;
  }
  colors(count) {
    const hex = (value) => value.toString(16).padStart(2, '0');
    return this.list(count, () => '#' + hex(this.bytes[this.at++]) + hex(this.bytes[this.at++]) + hex(this.bytes[this.at++]));
  }
}

async function inflated(base64) {
  const packed = atob(base64);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class PageTree {
  constructor(bytes) {
    const reader = new ByteReader(bytes);
    const number = () => reader.number();
    this.about = JSON.parse(reader.text());
    const metrics = this.about.metrics.length;
    const strings = reader.list(number(), () => reader.text());
    const string = () => strings[number()];
    this.frames = reader.list(number(), () => ({
      name: string(), module: string(), file: string(), kind: string(), line: number(),
    }));
    this.size = number();
    this.frame = Int32Array.from({length: this.size}, () => number() - 1);  // -1: a rest
    this.readChildren(reader);
    this.running = [];
    this.exact = [];  // inclusive values by metric
    for (let metric = 0; metric < metrics; ++metric) this.readValues(reader);
    this.functions = reader.list(this.about.functions, () => ({
      frame: this.frames[number()], contexts: number(),
      values: reader.list(metrics, () => ({self: number(), inclusive: number()})),
    }));
    const colored = this.about.color_by_frame ? this.frames.length : this.size;
    this.colors = {dark: reader.colors(colored), light: reader.colors(colored)};
  }

  readChildren(reader) {
    this.first = new Uint32Array(this.size + 1);
    this.parent = new Int32Array(this.size).fill(-1);
    this.layersBelow = new Uint32Array(this.size);
    this.counted = new Float64Array(this.size + 1);  // exclusive running sum of how many siblings an item is
    let next = 1;
    for (let item = 0; item < this.size; ++item) {
      this.first[item] = next;
      if (this.isRest(item)) continue;
      for (const end = next + reader.number(); next < end; ++next) this.parent[next] = item;
    }
    this.first[this.size] = next;
    for (let item = 0; item < this.size; ++item) {
      this.counted[item + 1] = this.counted[item] + (this.isRest(item) ? reader.number() : 1);
      if (this.isRest(item)) this.layersBelow[item] = reader.number();
    }
    for (let item = this.size - 1; item > 0; --item) {
      const caller = this.parent[item];
      this.layersBelow[caller] = Math.max(this.layersBelow[caller], this.layersBelow[item] + 1);
    }
  }

  // Contexts have their self value stored, rests the inclusive one.
  readValues(reader) {
    const inclusive = Float64Array.from({length: this.size}, () => reader.number());
    for (let item = this.size - 1; item > 0; --item) inclusive[this.parent[item]] += inclusive[item];
    const running = new Float64Array(this.size + 1);
    for (let item = 0; item < this.size; ++item) running[item + 1] = running[item] + inclusive[item];
    this.running.push(running);
    this.exact.push(inclusive);
  }

  isRest(item) { return this.frame[item] < 0; }
  hasChildren(item) { return this.first[item] < this.first[item + 1]; }
  inclusive(item, metric) { return this.exact[metric][item]; }
  self(item, metric) {
    let value = this.exact[metric][item];
    if (this.isRest(item)) return value;
    for (let child = this.first[item]; child < this.first[item + 1]; ++child) value -= this.exact[metric][child];
    return value;
  }
  count(begin, end) { return this.counted[end] - this.counted[begin]; }
  frameOf(item) { return this.frames[this.frame[item]]; }
  name(item) {
    if (item === 0) return '(all)';
    return this.isRest(item) ? countedText(this.count(item, item + 1), 'smaller context') : this.frameOf(item).name;
  }
  // The name as it stands in a piece: without arguments, and only the last two parts of a qualified name.
  shortName(item) {
    if (item === 0 || this.isRest(item)) return this.name(item);
    const frame = this.frameOf(item);
    if (frame.short === undefined) {
      const bare = /^[\[(<]/.test(frame.name) ? frame.name : frame.name.replace(/\(.*$/s, '') || frame.name;
      const parts = /[/\\ ]/.test(bare) ? [bare] : bare.split(/(::|\.)/);
      frame.short = parts.slice(-3).join('');
    }
    return frame.short;
  }
  // The items from below the synthetic root down to this one.
  path(item) {
    const path = [];
    for (; item > 0; item = this.parent[item]) path.push(item);
    return path.reverse();
  }
  color(item, theme) {
    return this.colors[theme][this.about.color_by_frame ? this.frame[item] : item];
  }
  // The contexts whose function has the text in its name, its module or its file, in any case.
  search(text) {
    const wanted = text.toLowerCase();
    const has = this.frames.map((frame) => [frame.name, frame.module, frame.file].some((field) => field.toLowerCase().includes(wanted)));
    const matches = new Uint8Array(this.size);
    for (let item = 1; item < this.size; ++item) matches[item] = !this.isRest(item) && has[this.frame[item]] ? 1 : 0;
    return matches;
  }
}
