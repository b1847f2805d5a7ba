// Rules in a link: the text itself, compressed, behind the #, so that no server ever stores it.

const MOST = 20_000; // bytes that the server reads, and more than any rules need

/** Text as letters that fit a link's fragment. */
export async function packed(text) {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate"));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of such letters, or null if they were damaged. */
export async function unpacked(letters) {
  try {
    const signs = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    const found = await through(new Blob([bytes]), new DecompressionStream("deflate"), MOST);
    return new TextDecoder("utf-8", { fatal: true }).decode(found);
  } catch {
    return null;
  }
}

async function through(blob, stream, most = Infinity) {
  const parts = [];
  let size = 0;
  for (const reader = blob.stream().pipeThrough(stream).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new RangeError(`more than ${most} bytes`);
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
