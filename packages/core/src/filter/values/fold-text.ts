import { foldRuns } from "./fold-table.ts";

const [basicPlane, otherPlanes] = unpackRuns();

/**
 * Folds text for case-insensitive matching: Unicode simple case folding, one code point to one code point, no
 * normalisation, independent of locale and runtime. Two texts match under `/iu` exactly when their folded
 * forms are equal. Lone surrogates pass through.
 */
export function foldText(text: string): string {
  // For ASCII, which is most text, folding equals toLowerCase.
  if (isAscii(text)) return text.toLowerCase();
  let folded = "";
  let copiedTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const target = otherPlanes.get(text.codePointAt(at) ?? unit);
      if (target !== undefined) {
        folded += text.slice(copiedTo, at) + String.fromCodePoint(target);
        copiedTo = at + 2;
        at += 1;
      }
      continue;
    }
    const target = basicPlane[unit] ?? 0;
    if (target !== 0) {
      folded += text.slice(copiedTo, at) + String.fromCharCode(target);
      copiedTo = at + 1;
    }
  }
  return folded + text.slice(copiedTo);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function unpackRuns(): [Uint16Array, Map<number, number>] {
  const basic = new Uint16Array(0x10000);
  const other = new Map<number, number>();
  for (let at = 0; at + 3 < foldRuns.length; at += 4) {
    const [first = 0, count = 0, step = 1, delta = 0] = foldRuns.slice(at, at + 4);
    for (let index = 0; index < count; index += 1) {
      const codePoint = first + index * step;
      if (codePoint < 0x10000) basic[codePoint] = codePoint + delta;
      else other.set(codePoint, codePoint + delta);
    }
  }
  return [basic, other];
}
