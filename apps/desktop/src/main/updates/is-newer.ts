/** Returns true if `version` is newer by Semantic Versioning; false if either isn't a valid version. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [parsed(version), parsed(than)];
  if (one === null || other === null) return false;
  for (const [at, number] of one.numbers.entries()) {
    const before = other.numbers[at] ?? 0;
    if (number !== before) return number > before;
  }
  // A release is newer than its pre-releases.
  if (one.early === null || other.early === null) return one.early === null && other.early !== null;
  return compareEarly(one.early, other.early) > 0;
}

function parsed(version: string) {
  const read = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/u.exec(version);
  if (read === null) return null;
  return { numbers: read.slice(1, 4).map(Number), early: read[4]?.split(".") ?? null };
}

function compareEarly(one: readonly string[], other: readonly string[]): number {
  for (const [at, part] of one.entries()) {
    const before = other[at];
    if (before === undefined) return 1;
    if (part === before) continue;
    const isNumber = [part, before].map((each) => /^\d+$/u.test(each));
    if (isNumber[0] === true && isNumber[1] === true) return Number(part) - Number(before);
    if (isNumber[0] !== isNumber[1]) return isNumber[0] === true ? -1 : 1;
    return part < before ? -1 : 1;
  }
  return one.length - other.length;
}
