'use strict';
// The page itself: its state, and the reader's actions. Text of the profile only ever becomes text (textContent).

const MOST_STACK_LINES = 1000;
const byId = (id) => document.getElementById(id);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value); else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// A name in pieces between which lines may break: after the separators of its words, and before a capital.
function breakable(name) {
  const MOST_LETTERS = 400, LONG_PART = 24;
  const anywhere = (text) => element('span', {class: 'long'}, text);
  if (name.length > MOST_LETTERS) return [anywhere(name)];
  return name.split(/(?<=[.\/:$_])(?![.\/:$_])|(?<=[a-z])(?=[A-Z])/).flatMap((part) => [part.length > LONG_PART ? anywhere(part) : part, element('wbr')]);
}

const KEYS = [
  ['Click, or Enter', 'Zoom to a context'],
  ['Backspace', 'Back to its caller'],
  ['Arrows', 'In the chart to the caller, a callee or a neighbour; in the tree as in a list of files'],
  ['b', 'Of a comparison, the other side'],
  ['Home', 'Back to where the page opened'],
  ['/', 'Search; Escape ends it'],
  ['?', 'This list'],
];

class Page {
  constructor(tree) {
    const {about} = tree;
    this.tree = tree;
    this.chart = new Chart(byId('picture'), byId('marks'));
    this.view = {metric: about.metric, mode: about.mode, form: about.form, sizing: about.sizing, root: about.root, depth: about.depth || ALL_LAYERS};
    this.pointed = -1;
    this.selected = about.root;
    this.matches = null;
    this.sortBy = 'self';
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    this.theme = dark.matches ? 'dark' : 'light';
    dark.addEventListener('change', () => this.setTheme(dark.matches ? 'dark' : 'light'));
  }

  get metric() { return this.tree.about.metrics[this.view.metric]; }
  value(raw) { return valueText(raw, this.metric); }
  share(raw) { return shareText(raw, this.tree.inclusive(0, this.view.metric)); }

  start() {
    const {about} = this.tree;
    document.title = about.title + ' \u2013 ringscope';
    byId('title').textContent = about.title;
    about.metrics.forEach((metric, index) => byId('metric').append(element('option', {value: index}, metricName(metric))));
    byId('metric').value = this.view.metric;
    byId('mode').value = this.view.mode;
    byId('form').value = this.view.form;
    byId('depth').value = about.depth || '';
    for (const [key, what] of KEYS) byId('keys').querySelector('table').append(element('tr', {}, element('td', {}, key), element('td', {}, what)));
    this.listen();
    this.setTheme(this.theme);
    byId('flip').hidden = this.otherSide() < 0;
    byId('notes').hidden = about.notes.length === 0;
    byId('notes').textContent = about.notes.join('\n');
    this.showTab(about.changes.length > 0 ? 'changes' : 'functions');
    this.fillFigure();
    byId('search').value = about.search;
    this.search(about.search);
    this.fillAbout();
    this.changeView({});
  }

  listen() {
    byId('mode').addEventListener('change', (event) => this.changeView({mode: event.target.value}));
    byId('form').addEventListener('change', ({target}) => (target.value === 'figure' ? this.showFigure(true) : this.changeView({form: target.value})));
    byId('metric').addEventListener('change', (event) => this.changeView({metric: Number(event.target.value)}));
    byId('depth').addEventListener('input', (event) => this.changeView({depth: Math.floor(event.target.valueAsNumber) > 0 ? Math.floor(event.target.valueAsNumber) : ALL_LAYERS}));
    byId('search').addEventListener('input', (event) => this.search(event.target.value));
    byId('controls').addEventListener('submit', (event) => event.preventDefault());
    byId('theme').addEventListener('click', () => this.setTheme(this.theme === 'dark' ? 'light' : 'dark'));
    byId('flip').addEventListener('click', () => this.flip());
    byId('help').addEventListener('click', () => byId('keys').showModal());
    for (const tab of document.querySelectorAll('[role=tab]')) {
      tab.addEventListener('click', () => this.showTab(tab.getAttribute('aria-controls')));
      tab.addEventListener('keydown', (event) => this.tabKey(event));
    }
    const marks = byId('marks');
    marks.addEventListener('mousemove', (event) => this.point(event));
    marks.addEventListener('mouseleave', () => this.pointAt(-1));
    marks.addEventListener('click', (event) => this.clickAt(event));
    marks.addEventListener('keydown', (event) => this.chartKey(event));
    document.addEventListener('keydown', (event) => this.pageKey(event));
    new ResizeObserver(() => this.draw()).observe(byId('chart'));
    for (const [event, theme] of [['beforeprint', 'light'], ['afterprint']]) {
      window.addEventListener(event, () => {
        this.fillChanges(theme);
        this.draw(theme);
      });
    }
  }

  setTheme(theme) {
    this.theme = theme;
    document.documentElement.className = theme;
    byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
    this.fillChanges();
    if (this.layout) this.draw();
  }

  // The column of the other side of the metric; -1: none.
  otherSide() {
    const {metrics} = this.tree.about, {side, of} = this.metric;
    return metrics.findIndex((metric) => side !== '' && metric.side !== '' && metric.side !== side && metric.of === of);
  }
  flip() {
    const metric = this.otherSide();
    if (metric < 0) return;
    byId('metric').value = metric;
    this.changeView({metric});
  }

  fillChanges(theme = this.theme) {
    const {about} = this.tree;
    if (about.changes.length === 0) return;
    byId('tab-changes').hidden = false;
    const legend = element('ul', {class: 'legend', 'aria-label': 'Colours'});
    for (const row of about.legend) {
      const swatch = element('i');
      swatch.style.background = row[theme];
      legend.append(element('li', {}, swatch, row.name));
    }
    const parts = [legend];
    for (const [title, rows] of [['Where it changed', about.changes.filter((row) => row.item !== undefined)], ['Functions by their own cost', about.changes.filter((row) => row.item === undefined)]]) {
      if (rows.length === 0) continue;
      const body = element('tbody');
      for (const row of rows) {
        const go = () => (row.item === undefined ? this.searchFor(row.name) : this.goTo(row.item));
        const name = element('td', {}, element('button', {type: 'button', onclick: go}, ...breakable(row.name)));
        if (row.noise) name.append(element('br'), element('small', {}, 'within noise'));
        body.append(element('tr', {}, name, element('td', {}, row.before), element('td', {}, row.after), element('td', {}, row.difference)));
      }
      parts.push(element('h3', {}, title), element('table', {}, element('thead', {}, element('tr', {}, ...['', 'Before', 'After', 'Difference'].map((text) => element('th', {}, text)))), body));
    }
    byId('changes').replaceChildren(...parts);
  }

  // Adds a picture, with which the page opens, as one more form of the chart, and a table of its contents.
  fillFigure() {
    const {figure} = this.tree.about;
    if (!figure) return;
    byId('form').prepend(element('option', {value: 'figure'}, figure.name));
    byId('tab-drawn').hidden = false;
    byId('tab-drawn').textContent = figure.name;
    const rows = figure.rows.map((row) => element('tr', {}, element('td', {}, row[0], element('br'), element('small', {}, row.at(-1))), ...row.slice(1, -1).map((cell) => element('td', {}, cell))));
    byId('drawn').replaceChildren(element('h2', {}, figure.sentence), element('table', {}, element('thead', {}, element('tr', {}, ...figure.head.map((text) => element('th', {}, text)))), element('tbody', {}, ...rows)));
    byId('figure').alt = figure.sentence;
    this.showTab('drawn');
    this.showFigure(true);
  }
  showFigure(isShown) {
    byId('figure').hidden = !isShown;
    byId('picture').hidden = byId('marks').hidden = isShown;
    byId('form').value = isShown ? 'figure' : this.view.form;
  }

  changeView(change) {
    Object.assign(this.view, change);
    if (Object.keys(change).length > 0) this.showFigure(false);
    if (this.tree.isRest(this.view.root)) this.view.root = this.tree.parent[this.view.root];
    const {about} = this.tree;
    byId('held').textContent = this.totalText() + ' This page holds ' + this.metric.held + ' of it in ' +
      (about.contexts === about.of_contexts ? 'all ' : countText(about.contexts) + ' of ') + countedText(about.of_contexts, 'context') + '.';
    this.draw();
    this.fillPath();
    this.fillDetails();
    this.fillFunctions();
    this.fillTree();
  }

  // The metric's total; in a comparison those of both sides, whichever is shown.
  totalText() {
    const other = this.otherSide();
    if (other < 0) return metricName(this.metric) + ': ' + this.metric.total + ' in all.';
    const {metrics} = this.tree.about;
    const [before, after] = this.metric.side === 'before' ? [this.view.metric, other] : [other, this.view.metric];
    const change = changeText(this.tree.inclusive(0, before), this.tree.inclusive(0, after));
    return this.metric.of + ': ' + metrics[before].total + ' before, ' + metrics[after].total + ' after' + change + '. Drawn is what it cost ' + this.metric.side + '.';
  }

  draw(theme) {
    this.chart.fit();
    this.layout = new Layout(this.tree, {...this.view, width: this.chart.width, height: this.chart.height});
    this.chart.draw(this.layout, theme || this.theme, this.matches);
    const {figure} = this.tree.about;
    if (figure) byId('figure').src = 'data:image/svg+xml,' + encodeURIComponent(figure[theme || this.theme]);
    this.mark();
    byId('marks').setAttribute('aria-label', 'Chart of ' + this.tree.name(this.view.root) + ', ' + countedText(this.layout.size, 'piece') + ' in ' + countedText(this.layout.layerCount, 'layer'));
  }

  // The first piece that is, or stands for, the item; -1: none.
  pieceOf(item) {
    const {layout} = this;
    for (let piece = 0; piece < layout.size; ++piece) {
      if (layout.begin[piece] <= item && item < layout.end[piece]) return piece;
    }
    return -1;
  }

  mark() {
    const {layout, tree} = this;
    const pointed = this.pointed >= 0 && this.pointed < layout.size ? this.pointed : this.pieceOf(this.selected);
    const pieces = {pointed: [], callers: [], same: []};
    if (pointed > 0) {
      pieces.pointed.push(pointed);
      for (let caller = layout.caller[pointed]; caller > 0; caller = layout.caller[caller]) pieces.callers.push(caller);
      if (!layout.isRest(pointed)) {
        const frame = tree.frame[layout.item[pointed]];
        for (let piece = 1; piece < layout.size; ++piece) if (!layout.isRest(piece) && tree.frame[layout.item[piece]] === frame) pieces.same.push(piece);
      }
    }
    this.chart.mark(this.theme, pieces);
  }

  pieceAt(event) {
    const box = byId('marks').getBoundingClientRect();
    return this.layout.pick(event.clientX - box.left - this.chart.width / 2, event.clientY - box.top - this.chart.height / 2);
  }

  point(event) {
    this.pointAt(this.pieceAt(event));
    const tip = byId('tip'), box = byId('chart').getBoundingClientRect();
    const left = event.clientX - box.left + 14, top = event.clientY - box.top + 14;
    tip.style.left = Math.max(0, Math.min(left, box.width - tip.offsetWidth - 4)) + 'px';
    tip.style.top = (top + tip.offsetHeight < box.height ? top : Math.max(0, top - tip.offsetHeight - 28)) + 'px';
  }

  pointAt(piece) {
    if (piece === this.pointed) return;
    this.pointed = piece;
    const tip = byId('tip');
    tip.hidden = piece < 0;
    if (piece >= 0) {
      const inclusive = this.layout.inclusive(piece, this.view.metric);
      tip.replaceChildren(element('b', {}, this.pieceName(piece)), this.value(inclusive) + ', ' + this.share(inclusive));
      if (!this.layout.isRest(piece) && this.layout.item[piece] > 0) {
        const frame = this.tree.frameOf(this.layout.item[piece]);
        tip.append(element('br'), 'Itself ' + this.value(this.tree.self(this.layout.item[piece], this.view.metric)));
        if (frame.module) tip.append(element('br'), element('small', {}, frame.module));
      }
    }
    this.mark();
  }

  pieceName(piece) {
    const {layout} = this;
    if (!layout.isRest(piece)) return this.tree.name(layout.item[piece]);
    return countedText(layout.contexts(piece), 'smaller context') + ' of ' + this.tree.name(layout.item[piece]);
  }

  clickAt(event) {
    const piece = this.pieceAt(event);
    if (piece < 0) return;
    this.showTab('details');
    const item = this.layout.item[piece];
    if (piece === 0) this.goUp();
    else this.goTo(item);
  }

  zoom(root, selected) {
    this.selected = selected === undefined ? root : selected;
    this.pointAt(-1);
    this.changeView({root});
  }
  // An item without callees is shown with its caller in the centre; an item without cost on this side is
  // shown on the other one.
  goTo(item) {
    const other = this.otherSide();
    if (other >= 0 && this.tree.inclusive(item, this.view.metric) === 0 && this.tree.inclusive(item, other) > 0) {
      byId('metric').value = this.view.metric = other;
    }
    this.zoom(this.tree.hasChildren(item) ? item : Math.max(0, this.tree.parent[item]), item);
  }
  goUp() {
    if (this.view.root > 0) this.zoom(this.tree.parent[this.view.root], this.view.root);
  }
  select(item) {
    this.selected = item;
    this.mark();
    this.fillDetails();
  }

  chartKey(event) {
    const {layout} = this;
    const piece = Math.max(0, this.pieceOf(this.selected));
    let next = piece;
    if (event.key === 'ArrowUp') next = layout.caller[piece];
    else if (event.key === 'ArrowDown') next = layout.caller.findIndex((caller, i) => caller === piece && i > 0);
    else if (event.key === 'ArrowRight') next = piece + 1 < layout.size && layout.layer[piece + 1] === layout.layer[piece] ? piece + 1 : piece;
    else if (event.key === 'ArrowLeft') next = piece > 0 && layout.layer[piece - 1] === layout.layer[piece] ? piece - 1 : piece;
    else if (event.key === 'Enter') return this.goTo(this.selected);
    else return;
    event.preventDefault();
    this.showTab('details');
    if (next >= 0) this.select(layout.begin[next]);
  }

  pageKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) return;
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === 'Escape') {
      byId('search').value = '';
      this.search('');
      byId('marks').focus();
    } else if (isTyping) {
      return;
    } else if (event.key === '/') {
      event.preventDefault();
      byId('search').select();
    } else if (event.key === '?') {
      byId('keys').showModal();
    } else if (event.key === 'b') {
      this.flip();
    } else if (event.key === 'Backspace') {
      event.preventDefault();
      this.goUp();
    } else if (event.key === 'Home' && !event.target.closest('[role=tree]')) {
      this.zoom(this.tree.about.root);
    }
  }

  tabKey(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    const tabs = [...document.querySelectorAll('[role=tab]:not([hidden])')];
    const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
    this.showTab(next.getAttribute('aria-controls'));
    next.focus();
  }

  showTab(id) {
    for (const tab of document.querySelectorAll('[role=tab]')) {
      const isShown = tab.getAttribute('aria-controls') === id;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      byId(tab.getAttribute('aria-controls')).classList.toggle('shown', isShown);
    }
  }

  search(text) {
    const {tree} = this;
    this.matches = text === '' ? null : tree.search(text);
    byId('found').textContent = this.matches ? this.foundText() : '';
    if (this.layout) this.draw();
  }

  // The matches found, nested ones once, and whether there are rests, which were not searched.
  foundText() {
    const {tree, matches} = this;
    const isBelow = new Uint8Array(tree.size);
    let contexts = 0, inclusive = 0, isPart = false;
    for (let item = 1; item < tree.size; ++item) {
      isPart = isPart || tree.isRest(item);
      isBelow[item] = isBelow[tree.parent[item]] | matches[tree.parent[item]];
      if (!matches[item]) continue;
      ++contexts;
      if (!isBelow[item]) inclusive += tree.inclusive(item, this.view.metric);
    }
    return countedText(contexts, 'context') + ', ' + this.share(inclusive) + (isPart ? ', of those that this page holds' : '');
  }

  fillPath() {
    const MOST_STEPS = 60;
    const path = [0].concat(this.tree.path(this.view.root).slice(-MOST_STEPS));
    byId('path').replaceChildren();
    path.forEach((item, index) => {
      if (index > 0) byId('path').append(element('span', {'aria-hidden': 'true'}, '\u203a'));
      byId('path').append(element('button', {
        type: 'button', title: this.tree.name(item), onclick: () => this.zoom(item), 'aria-current': item === this.view.root ? 'location' : undefined,
      }, this.tree.shortName(item)));
    });
    byId('path').scrollTop = byId('path').scrollHeight;
  }

  fillDetails() {
    const {tree} = this;
    const item = this.selected, list = element('dl');
    const add = (name, value) => list.append(element('dt', {}, name), element('dd', {}, value));
    if (item > 0 && !tree.isRest(item)) {
      const frame = tree.frameOf(item);
      if (frame.module) add('Module', frame.module);
      if (frame.file) add('Place', frame.file + (frame.line ? ':' + frame.line : ''));
      add('Kind', frame.kind);
    }
    tree.about.metrics.forEach((metric, index) => {
      const whole = tree.inclusive(0, index), inclusive = tree.inclusive(item, index);
      add(metricName(metric), exactValueText(inclusive, metric) + ' (' + shareText(inclusive, whole) + ')');
      if (!tree.isRest(item)) add('\u2013 itself', exactValueText(tree.self(item, index), metric) + ' (' + shareText(tree.self(item, index), whole) + ')');
    });
    const callees = tree.count(tree.first[item], tree.first[item + 1]);
    add('Callees', countText(callees));
    const parts = [element('h2', {}, tree.name(item)), list];
    const path = tree.path(item).slice(-MOST_STACK_LINES);
    if (path.length > 0) parts.push(element('h3', {}, 'Stack'), element('div', {class: 'note'}, path.map((one) => tree.name(one)).reverse().join('\n')));
    byId('details').replaceChildren(...parts);
  }

  fillFunctions() {
    const {tree} = this, {about} = tree, metric = this.view.metric;
    const rows = tree.functions.filter((row) => row.values[metric].inclusive > 0);
    rows.sort((a, b) => b.values[metric][this.sortBy] - a.values[metric][this.sortBy]);
    const sorter = (key, text) => element('th', {'aria-sort': this.sortBy === key ? 'descending' : undefined},
      element('button', {type: 'button', onclick: () => { this.sortBy = key; this.fillFunctions(); }}, text + (this.sortBy === key ? ' \u25be' : '')));
    const table = element('table', {}, element('thead', {}, element('tr', {}, element('th', {}, 'Function'), sorter('self', 'Itself'), sorter('inclusive', 'Inclusive'))));
    const body = element('tbody');
    for (const row of rows) {
      const cell = element('td', {}, element('button', {type: 'button', title: 'Search for it', onclick: () => this.searchFor(row.frame.name)}, ...breakable(row.frame.name)));
      if (row.frame.module) cell.append(element('br'), element('small', {}, row.frame.module));
      const number = (raw) => element('td', {title: exactValueText(raw, this.metric)}, this.value(raw), element('br'), element('small', {}, shareText(raw, tree.inclusive(about.root, metric))));
      body.append(element('tr', {}, cell, number(row.values[metric].self), number(row.values[metric].inclusive)));
    }
    table.append(body);
    const told = 'Exact, over ' + (about.root > 0 ? 'all contexts below ' + tree.name(about.root) : 'the whole profile') + '; ' +
      (about.functions < about.of_functions ? 'the ' + about.functions + ' dearest of ' + countedText(about.of_functions, 'function') : 'all ' + countedText(about.of_functions, 'function')) + '.';
    byId('functions').replaceChildren(element('p', {class: 'quiet'}, told), table);
  }

  searchFor(name) {
    byId('search').value = name;
    this.search(name);
  }

  fillTree() {
    const list = element('ul', {role: 'tree', 'aria-label': 'Contexts', onkeydown: (event) => this.treeKey(event), onclick: (event) => this.treeClick(event)});
    list.append(this.treeItem(this.view.root));
    this.expand(list.firstChild, true);
    list.firstChild.tabIndex = 0;
    byId('tree').replaceChildren(list);
  }

  treeItem(item) {
    const {tree} = this;
    const inclusive = tree.inclusive(item, this.view.metric);
    const made = element('li', {role: 'treeitem', tabindex: -1, 'aria-expanded': tree.hasChildren(item) ? 'false' : undefined},
      element('div', {class: 'row'}, element('span', {}, tree.name(item)), element('span', {}, this.share(inclusive))));
    made.item = item;
    return made;
  }

  // Makes callees when they are first looked at, and only so many at once.
  expand(row, isExpanded, from) {
    const MOST_ROWS = 200;
    const {tree} = this;
    if (row.getAttribute('aria-expanded') === null) return;
    row.setAttribute('aria-expanded', String(isExpanded));
    let group = row.querySelector(':scope > [role=group]');
    if (group === null || from !== undefined) {
      if (group === null) row.append(group = element('ul', {role: 'group'}));
      const begin = from === undefined ? tree.first[row.item] : from, end = tree.first[row.item + 1];
      for (let child = begin; child < Math.min(end, begin + MOST_ROWS); ++child) group.append(this.treeItem(child));
      if (begin + MOST_ROWS < end) {
        const more = element('li', {role: 'treeitem', tabindex: -1}, element('div', {class: 'row'}, element('span', {}, countText(tree.count(begin + MOST_ROWS, end)) + ' more')));
        more.more = begin + MOST_ROWS;
        group.append(more);
      }
    }
    group.hidden = !isExpanded;
  }

  focusRow(row) {
    for (const other of byId('tree').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    for (const other of byId('tree').querySelectorAll('[aria-selected]')) other.removeAttribute('aria-selected');
    row.tabIndex = 0;
    row.setAttribute('aria-selected', 'true');
    row.focus();
    if (row.item !== undefined) this.select(row.item);
  }

  openRow(row) {
    if (row.more === undefined) return this.expand(row, row.getAttribute('aria-expanded') !== 'true');
    const owner = row.parentElement.parentElement, before = row.previousElementSibling, {more} = row;
    row.remove();
    this.expand(owner, true, more);
    this.focusRow(before.nextElementSibling);
  }

  treeClick(event) {
    const row = event.target.closest('[role=treeitem]');
    if (!row) return;
    this.focusRow(row);
    this.openRow(row);
  }

  treeKey(event) {
    const row = event.target.closest('[role=treeitem]');
    const rows = [...byId('tree').querySelectorAll('[role=treeitem]')].filter((one) => one.closest('[hidden]') === null);
    const at = rows.indexOf(row), isOpen = row.getAttribute('aria-expanded');
    let next;
    if (event.key === 'ArrowDown') next = rows[at + 1];
    else if (event.key === 'ArrowUp') next = rows[at - 1];
    else if (event.key === 'Home') next = rows[0];
    else if (event.key === 'End') next = rows[rows.length - 1];
    else if (event.key === 'ArrowRight' && isOpen === 'true') next = rows[at + 1];
    else if (event.key === 'ArrowRight') this.openRow(row);
    else if (event.key === 'ArrowLeft' && isOpen === 'true') this.expand(row, false);
    else if (event.key === 'ArrowLeft') next = row.parentElement.closest('[role=treeitem]');
    else if (event.key === 'Enter' && row.more !== undefined) this.openRow(row);
    else if (event.key === 'Enter') this.goTo(row.item);
    else return;
    event.preventDefault();
    if (next) this.focusRow(next);
  }

  fillAbout() {
    const {about} = this.tree;
    const parts = [element('h2', {}, 'What this page holds')];
    const list = element('dl');
    const add = (name, value) => list.append(element('dt', {}, name), element('dd', {}, value));
    add('Contexts', countText(about.contexts) + ' of ' + countText(about.of_contexts));
    for (const metric of about.metrics) add(metricName(metric), metric.held + ' of ' + metric.total);
    add('Layers', countText(about.layers));
    add('Functions', countText(about.functions) + ' of ' + countText(about.of_functions) + ' with exact figures');
    if (about.metrics_left_out > 0) add('Left out', countedText(about.metrics_left_out, 'metric'));
    add('Colours', about.color);
    add('Read as', about.format);
    parts.push(list, element('p', {class: 'quiet'},
      'The largest contexts are here. All others are in rest segments, hatched, each with the exact number of contexts next to each other that it stands for and the sum of what they cost with all that they call. Search looks through what is here.'));
    for (const line of about.report) parts.push(element('p', {class: 'quiet'}, line));
    byId('about').replaceChildren(...parts);
  }
}

async function startPage() {
  try {
    const page = new Page(new PageTree(await inflated(byId('data').textContent)));
    byId('data').remove();
    window.ringscopePage = page;
    page.start();
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    byId('held').textContent = 'This page cannot be shown: ' + (typeof DecompressionStream === 'undefined' ? 'it needs a browser of 2023 or later.' : error.message);
    throw error;
  }
}

startPage();
