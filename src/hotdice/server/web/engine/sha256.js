// SHA-256 and HMAC by Web Crypto, and by plain code where a browser has none.
//
// Browsers keep Web Crypto to themselves on pages that came by plain http from another machine,
// which is how friends in one room reach a laptop.

// @ts-expect-error Node's modules are unknown to browsers, which do not come to this one
const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;

/** The SHA-256 of some bytes. */
export async function sha256(bytes, subtle = crypto.subtle) {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plain(bytes);
}

/** A function from a message to its HMAC-SHA-256 under this key of at most 64 bytes. */
export async function hmac(key, subtle = crypto.subtle) {
  if (!subtle) {
    const pad = (byte) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte);
    return async (message) => plain(join(pad(0x5c), plain(join(pad(0x36), message))));
  }
  const use = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key, use, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", imported, message));
}

/** Bytes one after the other. */
export const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
// the first 32 bits of the fractions of roots, exact in a double
const fraction = (number) => Math.floor((number % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 as FIPS 180-4 has it. */
function plain(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new DataView(new ArrayBuffer(size));
  [...bytes, 0x80].forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint32(size - 4, bytes.length * 8);
  const sums = [...START];
  for (let from = 0; from < size; from += 64) block(sums, padded, from);
  const found = new DataView(new ArrayBuffer(32));
  sums.forEach((sum, at) => found.setInt32(4 * at, sum));
  return new Uint8Array(found.buffer);
}

function block(sums, padded, from) {
  const words = Array.from({ length: 16 }, (_, at) => padded.getInt32(from + 4 * at));
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] + low + words[at - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = sums;
  for (let at = 0; at < 64; at++) {
    const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at]) | 0;
    const nought = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (nought + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (sums[at] = (sums[at] + word) | 0));
}
