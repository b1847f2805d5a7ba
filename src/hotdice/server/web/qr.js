// QR codes: text to black and white, so that a link goes from screen to phone.
//
// Byte mode, error level M, versions 1 to 10 (up to 213 bytes), after ISO/IEC 18004. `qr(text)`
// gives rows of booleans, true for dark, without the quiet zone of four modules around them.

// error-correction bytes of each block, then the data bytes of each block, for versions 1 to 10
/** @type {[number, number[]][]} */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const QUIET = "0".repeat(20); // around a code everything is light
// what looks like a finder: 1, 1, 3, 1, 1 in some width, with 4 light before or after it
const FINDERS = [1, 2, 3, 4].flatMap((n) => {
  const [one, three, none] = [`1{${n}}`, `1{${3 * n}}`, `0{${n}}`];
  const core = [one, none, three, none, one].join("");
  const light = (least) => `0{${least * n}}`;
  return [
    new RegExp(`(?<=${light(1)})${core}(?=${light(4)})`, "g"),
    new RegExp(`(?<=${light(4)})${core}(?=${light(1)})`, "g"),
  ];
});

/** The modules of the smallest code that holds the text. */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, at) => room(at + 1) >= bytes.length) + 1;
  if (!version) throw new RangeError(`${bytes.length} bytes: a code holds up to ${room(10)}`);
  const code = frame(version);
  const places = free(code);
  fill(code, places, interleave(version, packed(version, bytes)));
  const masked = MASKS.map((_, mask) => finish(code, places, mask));
  const costs = masked.map(cost);
  return masked[costs.indexOf(Math.min(...costs))];
}

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const lengthBits = (version) => (version < 10 ? 8 : 16);
const room = (version) => sum(BLOCKS[version - 1][1]) - (version < 10 ? 2 : 3);

/** Data bytes: the mode, the length, the text, and filling up to what the version holds. */
function packed(version, bytes) {
  const bits = [];
  const put = (value, count) => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  bytes.forEach((byte) => put(byte, 8));
  put(0, 4);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  const wanted = sum(BLOCKS[version - 1][1]);
  for (let at = 0; data.length < wanted; at++) data.push(at % 2 ? 0x11 : 0xec);
  return data;
}

/** Data and error-correction bytes, each block's in turn. */
function interleave(version, data) {
  const [extra, sizes] = BLOCKS[version - 1];
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const across = (rows) =>
    [...Array(Math.max(...rows.map((row) => row.length))).keys()]
      .flatMap((at) => rows.map((row) => row[at]))
      .filter((byte) => byte !== undefined);
  return [...across(blocks), ...across(blocks.map((block) => correction(block, extra)))];
}

/** Reed-Solomon: the rest of dividing the block by (x - 1)(x - 2)(x - 4)... over GF(256). */
function correction(block, extra) {
  let divisor = [1];
  for (let at = 0, root = 1; at < extra; at++, root = times(root, 2))
    divisor = [...divisor, 0].map((byte, i) => byte ^ (i ? times(divisor[i - 1], root) : 0));
  const rest = [...block, ...Array(extra).fill(0)];
  for (let at = 0; at < block.length; at++) {
    const factor = rest[at];
    divisor.forEach((byte, i) => (rest[at + i] ^= times(byte, factor)));
  }
  return rest.slice(block.length);
}

function times(a, b) {
  let product = 0;
  for (; b; b >>= 1, a = (a << 1) ^ (a & 128 ? 0x11d : 0)) if (b & 1) product ^= a;
  return product;
}

/** An empty code with its fixed patterns; null where data and format go. */
function frame(version) {
  const size = 17 + 4 * version;
  const code = Array.from({ length: size }, () => Array(size).fill(null));
  for (let at = 8; at < size - 8; at++) code[6][at] = code[at][6] = at % 2 === 0;
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ])
    finder(code, left, top);
  const middles = alignments(version);
  for (const y of middles)
    for (const x of middles) if (!corner(x, y, size)) square(code, x - 2, y - 2, 5, (ring) => ring !== 1);
  if (version >= 7) versionBits(code, version);
  formatBits(code, 0); // reserves their places
  return code;
}

const corner = (x, y, size) => (x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7);

function alignments(version) {
  if (version === 1) return [];
  const last = 4 * version + 10;
  return version < 7 ? [6, last] : [6, 2 * version + 8, last];
}

/** Concentric squares; `dark` tells by the distance from the edge. */
function square(code, left, top, width, dark) {
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) code[top + y][left + x] = dark(Math.min(x, y, width - 1 - x, width - 1 - y));
}

function finder(code, left, top) {
  for (let y = top - 1; y <= top + 7; y++)
    for (let x = left - 1; x <= left + 7; x++) if (code[y]?.[x] !== undefined) code[y][x] = false;
  square(code, left, top, 7, (ring) => ring !== 1);
}

/** A number followed by the rest of dividing it, as bits, by the generator. */
function checked(value, bits, generator) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at--) if ((rest >> at) & 1) rest ^= generator << (at - bits);
  return (value << bits) | rest;
}

function versionBits(code, version) {
  const bits = checked(version, 12, 0x1f25);
  for (let at = 0; at < 18; at++) {
    const [long, short] = [code.length - 11 + (at % 3), Math.floor(at / 3)];
    code[long][short] = code[short][long] = Boolean((bits >> at) & 1);
  }
}

function formatBits(code, mask) {
  const size = code.length;
  const bits = checked(mask, 10, 0x537) ^ 0x5412; // level M is 00 in front of the mask
  for (let at = 0; at < 15; at++) {
    const bit = Boolean((bits >> at) & 1);
    code[at < 6 ? at : at < 8 ? at + 1 : size - 15 + at][8] = bit;
    code[8][at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at] = bit;
  }
  code[size - 8][8] = true;
}

/** Where the frame is empty, in order: in pairs of columns, upwards and downwards by turns. */
function free(code) {
  const size = code.length;
  const places = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the timing pattern stands there
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (code[y][x] === null) places.push([x, y]);
    }
  }
  return places;
}

function fill(code, places, bytes) {
  places.forEach(([x, y], at) => {
    code[y][x] = Boolean((bytes[at >> 3] >> (7 - (at & 7))) & 1);
  });
}

/** The code under one mask, with its format. */
function finish(code, places, mask) {
  const masked = code.map((row) => [...row]);
  for (const [x, y] of places) if (!MASKS[mask](x, y)) masked[y][x] = !masked[y][x];
  formatBits(masked, mask);
  return masked;
}

/** How hard a code is to read: runs, blocks, what looks like a finder, and too much of a colour. */
function cost(code) {
  const columns = code.map((_, x) => code.map((row) => row[x]));
  const lines = [...code, ...columns].map((line) => line.map(Number).join(""));
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    const wide = `${QUIET}${line}${QUIET}`;
    for (const like of FINDERS) points += 40 * (wide.match(like) ?? []).length;
  }
  for (let y = 1; y < code.length; y++)
    for (let x = 1; x < code.length; x++)
      if (new Set([code[y][x], code[y - 1][x], code[y][x - 1], code[y - 1][x - 1]]).size === 1) points += 3;
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  return points + 10 * Math.max(0, Math.ceil(Math.abs(dark - 0.5) * 20) - 1);
}
