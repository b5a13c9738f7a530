import { hold } from "./failure.ts";
import type { ReplicaFile } from "./replica-file.ts";
import type { World } from "./world.ts";

const value = /\$\d+/g;

/** Returns the values in a text: amounts, which devices replace as a whole. */
export function valuesIn(text: string): string[] {
  return text.match(value) ?? [];
}

/** Sets the nth value of a text, or adds one at its end. */
export function withValue(content: string, nth: number, next: string): string {
  const found = [...content.matchAll(value)];
  const chosen = found[nth % Math.max(1, found.length)];
  if (chosen === undefined) return `${content}${/\S$/.test(content) ? " " : ""}${next} `;
  return content.slice(0, chosen.index) + next + content.slice(chosen.index + chosen[0].length);
}

/** T3b · every value in a memo or its history was written by somebody: merging made no new one. */
export function checkValues(world: World, name: string, file: ReplicaFile): void {
  if (world.values.size === 0) return;
  const revisions = file.all<{ memo: string; content: string }>(
    "SELECT memo, content FROM revision",
  );
  const shown = [...file.memos().values()].map(({ id, content }) => ({ memo: id, content }));
  for (const { memo, content } of [...shown, ...revisions]) {
    const made = valuesIn(content).filter((each) => !world.values.has(each));
    hold("T3b", made.length === 0, () => {
      return `${name} has ${made.join()} of ${memo}, which nobody wrote: ${content}`;
    });
  }
}

/** T3e · both sides of a choice are in the server's history, under the names of their devices. */
export function checkChoices(world: World): void {
  const { file } = world.server;
  const notes = file.all<{ memo: string; value: string }>(
    "SELECT memo, value FROM memo_note WHERE key = 'choices'",
  );
  if (notes.length === 0) return;
  const revisions = new Map(
    file
      .all<{ id: string; content: string; device: string }>(
        "SELECT id, content, device FROM revision",
      )
      .map((revision) => [revision.id, revision]),
  );
  for (const { memo, value: note } of notes) {
    const {
      kept,
      other,
      places,
      revisions: ids,
    } = JSON.parse(note) as {
      kept: { device: string };
      other: { device: string };
      places: { kept: string; other: string }[];
      revisions: string[];
    };
    const found = ids.map((id) => revisions.get(id)).filter((each) => each !== undefined);
    // Revisions are thinned after 90 days.
    if (found.length < 2) continue;
    for (const place of places) {
      for (const [side, reading] of [
        [kept, place.kept],
        [other, place.other],
      ] as const) {
        const isThere = found.some(
          ({ content, device }) => content.includes(reading) && device === side.device,
        );
        hold("T3e", isThere, () => {
          return `the history of ${memo} lacks ${reading} of ${side.device}: ${JSON.stringify(found)}`;
        });
      }
    }
  }
}
