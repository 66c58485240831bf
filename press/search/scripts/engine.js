"use strict";
// Finds the entries of the book that answer what is typed. index.py has written the data; words.py splits texts as words() does.
const HAN = "\u3400-\u4dbf\u4e00-\u9fff";
const WORD = `(?:(?![${HAN}])[\\p{L}\\p{N}_])`;
const TOKEN = new RegExp(`(?<![A-Za-z])[Ii]/[Oo](?![A-Za-z])|[${HAN}]+|\\p{Nd}+(?:\\.\\p{Nd}+)+|${WORD}+(?:\\.(?!\\p{Nd})${WORD}+)*`, "gu");
const OF_HAN = new RegExp(`^[${HAN}]`);
const NAME = /[._\p{Nd}]|[a-z][A-Z]/u; // has parts, and is not inflected
const PART = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\p{Nd}+|[^\P{L}A-Za-z]+/gu;
const KIND = { p: 1.1, s: 1, t: 1.12, m: 0.9, l: 0.8, f: 0.7 };
const FIRST = 0.15; // more for what stands at the beginning of the book: there things are explained
const LABELLED = /^(\p{L}{2,}\.?\s*|图\s*)(\d+(?:[.–-]\d+)*)(?=\s+\p{L})/u;
const NUMBERED = /^(.*?)((?:\d+|[A-Z]+)(?:[.–-]\d+)*)\W*$/isu;
const BEFORE_MESSAGE = /^.*?\w+(?:Error|Exception|Warning): (?=\S)/; // in a line of a log
const IN_OTHER_WORDS = 0.85;
const ASIDE = 0.64; // a term of the glossary stands below what explains it, unless it is asked for by its name

function fold(word) {
  return word.normalize("NFKC").toLowerCase().replace(/ł/g, "l").replace(/\//g, "").replace(/й/g, "\0")
    .normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/\0/g, "й");
}

// The letters of what stands before a number: "Rys." is "rys".
const letters = (label) => fold(label).replace(/[^\p{L}]/gu, "");

// One letter more, less or other, or two exchanged.
function alike(a, b) {
  if (a.length > b.length) [a, b] = [b, a];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  if (a.length < b.length) return a.slice(i) === b.slice(i + 1);
  return a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2));
}

// A stemmer that finds each stem once.
function remembering(stemmer) {
  const stems = new Map();
  return (word) => {
    if (!stems.has(word)) stems.set(word, stemmer(word));
    return stems.get(word);
  };
}

function keepGreater(map, key, value) {
  if (value > (map.get(key) ?? 0)) map.set(key, value);
}

class Engine {
  constructor(data, stemmer, english) {
    this.steps = data.steps;
    [this.stem, this.english] = [remembering(stemmer), remembering(english)];
    this.entries = data.entries.split("\n").map((line, i) => {
      const [kind, page, anchor, number, title, up, about = ""] = line.split("\t");
      const [name, texts] = data.pages[parseInt(page, 36)];
      return { i, kind: kind[0], page: name, texts, anchor, number, title, about, up: up ? i - parseInt(up, 36) : -1 };
    });
    let last = "";
    this.words = data.words.split(" ").map((short) => (last = last.slice(0, parseInt(short[0], 36)) + short.slice(1)));
    this.places = new Map(this.words.map((word, i) => [word, i]));
    this.byLength = [];
    this.words.forEach((word, i) => (this.byLength[word.length] ??= []).push(i));
    this.posts = data.posts.split(" ");
    this.stop = new Set(data.stop.split(" "));
    this.little = new RegExp(`[${data.little}]`);
    this.chapters = new Set(data.chapters);
    this.phrases = new RegExp(data.phrases.join("|") || "$^", "g");
    this.synonyms = data.synonyms.split("\n").map((line) => line.split("\t").map((name) => (
      { english: name.startsWith("="), words: name.replace("=", "").split(" ") })));
    this.known = new Map(); // what typed words may stand for
  }

  // The words of a text: [{ term, raw, token, at, end }], where raw has its ending, and a token of Han characters is a pair.
  split(text) {
    const found = [];
    for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
      if (OF_HAN.test(token)) {
        for (let i = 0; i < Math.max(1, token.length - 1); i++) {
          const pair = token.slice(i, i + 2);
          found.push({ term: pair, raw: pair, token: pair, han: true, at: at + i, end: at + i + pair.length });
        }
      } else {
        const raw = fold(token);
        found.push({ term: NAME.test(token) ? raw : this.stem(raw), raw, token, at, end: at + token.length });
      }
    }
    return found;
  }

  // The parts of a name, as words.
  parts(token) {
    const parts = /^\p{Nd}/u.test(token) ? [token] : token.match(PART) ?? [];
    return parts.map(fold).map((raw) => ({ term: this.stem(raw), raw, token: raw }));
  }

  // In which entries a word stands, and how much it says there: [[entry, weight]], and how rare it is.
  post(i) {
    let post = this.posts[i];
    if (typeof post === "string") {
      let at = -1;
      post = this.posts[i] = [...post.matchAll(/([0-9a-z]*)([A-Z])/g)].map(([, step, weight]) => {
        at += step ? parseInt(step, 36) : 1;
        return [at, (2 ** ((weight.charCodeAt(0) - 64) / this.steps) - 1) / 2];
      });
      post.rarity = Math.log(1 + (this.entries.length - post.length + 0.5) / (post.length + 0.5));
    }
    return post;
  }

  // Words of the index that a typed one may stand for: {which: how surely}; the one that is being typed goes on.
  candidates({ term, raw, han }, typing) {
    const key = `${typing} ${term} ${raw}`;
    if (this.known.has(key)) return this.known.get(key);
    const found = new Map();
    this.known.set(key, found);
    for (const word of [term, raw]) if (this.places.has(word)) found.set(this.places.get(word), 1);
    if ((typing && (han ? raw.length === 1 : raw.length > 1)) || (!found.size && raw.length > 3)) {
      const start = !found.size && raw.startsWith(term) ? term : raw;
      for (let i = this.from(start); i < this.words.length && this.words[i].startsWith(start); i++) {
        keepGreater(found, i, (this.places.has(term) ? 0.25 : 0.8) * Math.sqrt(start.length / this.words[i].length));
      }
    }
    if (!found.size && raw.length > 3 && !han && !/\p{Nd}/u.test(raw)) {
      for (let i = 0; i < raw.length - 1; i++) { // two exchanged, or one too many, before the end that the stem has lost
        for (const word of [raw.slice(0, i) + raw[i + 1] + raw[i] + raw.slice(i + 2), raw.slice(0, i) + raw.slice(i + 1)]) {
          const stem = this.stem(word);
          if (this.places.has(stem)) keepGreater(found, this.places.get(stem), i ? 0.7 : 0.5);
        }
      }
      for (let size = term.length - 1; size <= term.length + 1; size++) {
        for (const i of this.byLength[size] ?? []) {
          if (alike(term, this.words[i])) keepGreater(found, i, this.words[i][0] === term[0] ? 0.7 : 0.5);
        }
      }
    }
    return found;
  }

  // The first word of the index that is not before this one.
  from(word) {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The same words, written otherwise: of asyncio.sleep the last part, "dead lock" as one word, "eventloop" as two.
  respelled(words) {
    const found = [];
    const word = (raw) => ({ term: NAME.test(raw) ? raw : this.stem(raw), raw, token: raw });
    const put = (raws, at, size) => {
      const instead = raws.map(word);
      if (instead.every(({ term }) => this.places.has(term))) found.push([...words.slice(0, at), ...instead, ...words.slice(at + size)]);
    };
    const last = (each) => (each.raw.includes(".") && !/^\d/.test(each.raw) ? word(each.raw.slice(each.raw.lastIndexOf(".") + 1)) : each);
    if (words.some((each) => last(each) !== each)) found.push(words.map(last));
    words.forEach(({ term, raw, han }, at) => {
      const next = words[at + 1];
      if (han) return;
      if (next && !next.han) put([raw + next.raw], at, 2);
      if (this.places.has(term) || this.places.has(raw)) return;
      for (let i = 3; i <= raw.length - 3; i++) put([raw.slice(0, i), raw.slice(i)], at, 1);
    });
    return found;
  }

  // Is a typed word this English one, perhaps with the ending of another language, as "taska"?
  isEnglish({ term, raw }, word) {
    const more = raw.length - word.length;
    return this.english(raw) === word || (word.length > 3 && more > 0 && more < 4 && raw.startsWith(word) && !this.places.has(term));
  }

  // The same question in other words: written otherwise, names in parts, and synonyms; at most eight.
  rewritings(asked, respelled) {
    const found = respelled.map((words) => ({ size: 10, words }));
    const parts = asked.flatMap((word) => (NAME.test(word.token) ? this.parts(word.token) : [word]));
    if (parts.length > asked.length) found.push({ size: 9, words: parts });
    for (const words of [asked, ...found.map((each) => each.words)]) {
      for (const group of this.synonyms) for (const name of group) {
        const size = name.words.length;
        for (let at = 0; at + size <= words.length; at++) {
          if (!name.words.every((word, k) => (name.english ? this.isEnglish(words[at + k], word) : words[at + k].term === word))) continue;
          for (const other of group) {
            if (other === name || (other.english && group[0] !== name)) continue;
            const instead = other.words.map((term) => ({ term, raw: term, token: term, han: OF_HAN.test(term) }));
            found.push({ size, words: [...words.slice(0, at), ...instead, ...words.slice(at + size)] });
          }
        }
      }
    }
    return found.sort((a, b) => b.size - a.size).slice(0, 8);
  }

  // Does a pair of Han characters say little, or is it the end of a more frequent one and the beginning of another, as 消任 in 取消任务?
  empty(question, n) {
    const often = ({ term }) => (question[n].han && this.places.has(term) ? this.post(this.places.get(term)).length : 0);
    const [before, here, after] = [question[n - 1], question[n], question[n + 1]];
    if (!here.han || this.little.test(here.term)) return here.han;
    return before?.end > here.at && after?.at < here.end && often(here) < Math.min(often(before), often(after));
  }

  // Adds the entries that have words of the question: what these say, less if other words are missing.
  add(scores, question, typing, factor) {
    const sums = new Map();
    let all = 0;
    question.forEach((word, n) => {
      const best = new Map();
      const share = this.empty(question, n) ? 0.3 : 1;
      let rarity = 0;
      for (const [i, sure] of this.candidates(word, typing && n === question.length - 1)) {
        const post = this.post(i);
        rarity = Math.max(rarity, share * post.rarity * (sure > 0.6 ? 1 : 0.8));
        for (const [entry, weight] of post) keepGreater(best, entry, share * sure * post.rarity * weight);
      }
      all += rarity || 2;
      for (const [entry, value] of best) {
        const sum = sums.get(entry) ?? [0, 0];
        sums.set(entry, [sum[0] + value, sum[1] + rarity]);
      }
    });
    for (const [i, [sum, found]] of sums) {
      const early = 1 + FIRST * (1 - i / this.entries.length);
      keepGreater(scores, i, factor * sum * (found / all) ** 2.5 * KIND[this.entries[i].kind] * early);
    }
  }

  // How much a title, or the line below it, is what was asked, from 0 to 1; of a term, one of its names.
  says(entry, question) {
    entry.words ??= [entry.about, ...entry.title.split(entry.kind === "t" ? /[()（）]/ : "\n")].map((text) => (
      new Set(this.split(text).map(({ term }) => term).filter((term) => !this.stop.has(term)))));
    const asked = new Set(question.map(({ term }) => term));
    return Math.max(...entry.words.map((words) => {
      const common = [...words].filter((term) => asked.has(term)).length;
      return common && (common / words.size) * (common / question.length);
    }));
  }

  // The label and the number at the beginning of "fig. 3.2 dialogue".
  labelled(text) {
    const found = LABELLED.exec(text);
    if (!found) return null;
    const label = letters(found[1]);
    this.labels ??= new Set(this.entries.map(({ number }) => letters(number.replace(/\S*$/, ""))).filter(Boolean));
    const known = this.chapters.has(label) || [...this.labels].some((name) => label.startsWith(name));
    return known ? found : null;
  }

  // "8.9" is the section and what else has that number, "rys. 4.2" only what is called so; a number alone is a page, and so
  // is one behind the word for a chapter. Returns the number if nothing has it; then what is called so in that chapter is near.
  numbered(text, scores) {
    const [, before, typed] = this.labelled(text) ?? NUMBERED.exec(text) ?? [];
    if (!typed) return "";
    const [label, number] = [letters(before), typed.toUpperCase().replace(/[–-]/g, ".")];
    const chapter = this.chapters.has(label);
    if (!(chapter || number.includes(".") || /^\d+$/.test(text))) return "";
    const near = [];
    let found = false;
    for (const entry of this.entries) {
      const [, called, own] = /^(.*?)(\S*)$/.exec(entry.number);
      const name = letters(called);
      const right = chapter || !label ? !(chapter && name) : name && (name.startsWith(label) || label.startsWith(name) || name.endsWith(label));
      if (right && own === number) {
        scores.set(entry.i, (scores.get(entry.i) ?? 0) + (name && !label ? 500 : 1000));
        found = true;
      } else if (right && label && own.split(".")[0] === number.split(".")[0]) near.push(entry.i);
    }
    if (found || !near.length) return "";
    scores.clear();
    for (const i of near) scores.set(i, 1);
    return typed;
  }

  // How much of what was typed stands in a line of a log as it was typed, and how much of the line was typed: two words
  // beside each other there, too. Who looks for "limit concurrency" has not read "Exceeded concurrency limit".
  quoted(typed, { title }) {
    const pairs = (words) => words.slice(1).map(({ term }, i) => `${words[i].term} ${term}`);
    const [asked, said] = [pairs(typed), pairs(this.split(title))];
    const common = asked.filter((pair, i) => said.some((other) => other === pair || (i === asked.length - 1 && other.startsWith(pair)))).length;
    return asked.length ? 0.2 + 0.4 * common / asked.length + 0.4 * Math.min(1, common / said.length) + common / 10 : 1;
  }

  // Returns { found: [entry], terms: what to mark, missing: a number that nothing has }.
  search(typed, limit) {
    if (this.known.size > 2000) this.known.clear();
    const text = typed.normalize().replace(BEFORE_MESSAGE, "").trim();
    const all = this.split(text);
    const bare = text.replace(this.phrases, " ");
    const told = (words) => words.filter(({ term }) => !this.stop.has(term));
    const words = this.split(bare).length ? this.split(bare) : all;
    const asked = told(words).length ? told(words) : words;
    const typing = /[\p{L}\p{N}_]$/u.test(bare);
    const others = this.rewritings(asked, this.respelled(words).map(told).filter(({ length }) => length));
    const sure = [1, ...others.map(({ size }) => (size === 10 ? 1 : IN_OTHER_WORDS))];
    const questions = [asked, ...others.map((other) => other.words)];
    const scores = new Map();
    questions.forEach((question, n) => {
      this.add(scores, question, typing, sure[n] * Math.min(1, asked.length / question.length));
    });
    const order = () => [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    for (const [i, score] of order().slice(0, 60)) {
      const entry = this.entries[i];
      const said = questions.map((question) => this.says(entry, question));
      const bonus = said.map((share, n) => (sure[n] < 1 ? 0.6 : 0.8) * share);
      const aside = entry.kind === "t" && Math.max(...said) <= 0.5 ? ASIDE : 1;
      scores.set(i, score * (1 + Math.max(...bonus)) * (entry.kind === "m" ? this.quoted(all, entry) : aside));
    }
    const missing = this.numbered(text, scores);
    const terms = new Set();
    for (const question of questions) question.forEach((word, n) => {
      const last = typing && n === question.length - 1;
      for (const [i, sure] of this.candidates(word, last)) if (sure > 0.3) terms.add(this.words[i]);
    });
    return { found: order().slice(0, limit).map(([i]) => this.entries[i]), terms, missing };
  }

  // Does a word of a text mean one of these?
  means({ term, raw, token, han }, terms) {
    if (terms.has(term) || terms.has(raw)) return true;
    return !han && NAME.test(token) && this.parts(token).some((part) => terms.has(part.term));
  }
}
