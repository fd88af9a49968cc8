// Counts the words of its own text, badly: the list is sorted anew for every word.
const text = 'the quick brown fox jumps over the lazy dog and the dog barks at the quick fox '.repeat(60);

function normalise(word) {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}

function byCount(a, b) {
  return b.count - a.count || a.word.localeCompare(b.word);
}

function find(list, word) {
  for (const entry of list) {
    if (entry.word === word) return entry;
  }
  return undefined;
}

function add(list, word) {
  const entry = find(list, word);
  if (entry) entry.count += 1;
  else list.push({ word, count: 1 });
  list.sort(byCount);
}

function count(text) {
  const list = [];
  for (const [at, word] of text.split(' ').entries()) {
    add(list, normalise(word) + (at % 211));
  }
  return list;
}

console.log(count(text).slice(0, 3));
