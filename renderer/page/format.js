'use strict';
// Numbers as people read them, by the rules of cct/base/text/number_text.h.

function grouped(digits) {
  const [whole, rest] = digits.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : '.' + rest);
}

function countText(count) {
  return grouped(String(Math.round(count)));
}

function countedText(count, one, many) {
  return count === 1 ? '1 ' + one : countText(count) + ' ' + (many || one + 's');
}

function threeDigits(value) {
  if (value === 0) return '0';
  if (value >= 100) return grouped(value.toFixed(0));
  if (value >= 10) return value.toFixed(1);
  if (value >= 1) return value.toFixed(2);
  if (value >= 1e-4) return value.toFixed(2 - Math.floor(Math.log10(value)));
  return value.toExponential(1);
}

// A metric's name; in a comparison with its side in words.
function metricName(metric) {
  return metric.name.startsWith(metric.of + '@') ? metric.of + ', ' + metric.name.slice(metric.of.length + 1) : metric.name;
}

function changeText(before, after) {
  if (before === 0 || before === after) return '';
  return ' (' + (after < before ? '-' : '+') + threeDigits((100 * Math.abs(after - before)) / before) + ' %)';
}

function shareText(part, whole) {
  if (whole === 0 || part === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = (100 * part) / whole;
  if (percent < 0.005) return '<0.01 %';
  if (percent < 9.995) return percent.toFixed(2) + ' %';
  if (part < whole) return Math.min(percent, 99.9).toFixed(1) + ' %';
  return threeDigits(percent) + ' %';
}

const UNIT_STEPS = {
  time: [[1e9, 's'], [1e6, 'ms'], [1e3, '\u00b5s'], [1, 'ns']],
  bytes: [[2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [1024, 'KiB'], [1, 'bytes']],
};

function decimalText(raw, scale) {
  const digits = Math.round(Math.log10(scale));
  return digits === 0 ? String(raw) : (raw / scale).toFixed(digits).replace(/\.?0+$/, '');
}

function withUnit(number, unit) {
  if (unit === '' || unit === 'count') return number;
  const singular = /(ss|ch|sh)es$/.test(unit) ? unit.slice(0, -2) : unit.length >= 4 && /[^s]s$/.test(unit) ? unit.slice(0, -1) : unit;
  return number + ' ' + (number === '1' ? singular : unit);
}

function exactValueText(raw, metric) {
  return withUnit(grouped(decimalText(raw, metric.scale)), metric.unit === 'us' ? '\u00b5s' : metric.unit);
}

function valueText(raw, metric) {
  const steps = UNIT_STEPS[metric.steps];
  if (steps === undefined) return exactValueText(raw, metric);
  const value = (raw / metric.scale) * metric.factor;
  const [factor, name] = steps.find((step) => value >= step[0]) || steps[steps.length - 1];
  if (raw !== 0 && value < 1) return '<1 ' + name;
  if (factor === 1) return value.toFixed(0) + ' ' + name;
  return threeDigits(value / factor) + ' ' + name;
}
