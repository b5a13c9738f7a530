import type { Random } from "../../simulation/random.ts";
import type { Api, ChaosClient } from "./api.ts";

/** Possible texts of each memo: the last acknowledged one, and later ones that had no response. */
export type PossibleTexts = ReadonlyMap<string, ReadonlySet<string>>;

export interface TextWriter extends ChaosClient {
  /** Possible texts by the memo's id. No other client writes these memos. */
  readonly possible: PossibleTexts;
  /** Ids of created memos that aren't comments. */
  readonly made: ReadonlySet<string>;
}

/**
 * Creates a script that creates memos and comments and replaces their texts. Reads each one back
 * immediately, from another process.
 */
export function createTextWriter(options: {
  readonly api: Api;
  readonly token: string;
  /** Unique among writers. */
  readonly name: string;
  readonly random: Random;
  readonly onFault: (fault: string) => void;
}): TextWriter {
  const { api, token, name, random, onFault } = options;
  const possible = new Map<string, Set<string>>();
  const made = new Set<string>();
  let lastNumber = 0;

  const newText = (): string => `text ${(lastNumber += 1)} of ${name} #${name}\n- [ ] to be kept`;

  /** Retries until a process answers. */
  async function make(path: string, id: string): Promise<void> {
    const content = newText();
    possible.set(id, new Set([content]));
    for (let tries = 0; ; tries += 1) {
      const answer = await api.ask("POST", path, { token, body: { content } });
      if (answer === null) {
        await pause();
        continue;
      }
      // Created by an earlier try whose response was lost.
      const isThere = answer.status === 200 || (answer.status === 409 && tries > 0);
      if (!isThere) onFault(`${path} is answered with ${answer.status} at try ${tries + 1}`);
      return;
    }
  }

  async function replace(id: string): Promise<void> {
    const content = newText();
    const texts = possible.get(id) ?? new Set();
    possible.set(id, new Set([...texts, content]));
    const body = { content };
    const answer = await api.ask("PATCH", `/api/v1/memos/${id}?updateMask=content`, {
      token,
      body,
    });
    if (answer === null) return;
    if (answer.status === 200) possible.set(id, new Set([content]));
    else onFault(`a text of ${id} is answered with ${answer.status}`);
  }

  async function read(id: string): Promise<void> {
    const answer = await api.ask("GET", `/api/v1/memos/${id}`, { token });
    if (answer === null) return;
    const content = String(answer.body["content"]);
    if (answer.status === 200 && possible.get(id)?.has(content) === true) return;
    const wanted = JSON.stringify([...(possible.get(id) ?? [])]);
    onFault(`${id} is read as ${answer.status} ${JSON.stringify(content)}, not one of ${wanted}`);
  }

  return {
    possible,
    made,
    async work() {
      const known = [...made];
      const choice = random.next();
      let id = `${name}-${possible.size}`;
      if (known.length === 0 || choice < 0.3) {
        await make(`/api/v1/memos?memoId=${id}`, id);
        made.add(id);
      } else if (choice < 0.45) {
        await make(`/api/v1/memos/${random.pick(known)}/comments?commentId=${id}`, id);
      } else {
        id = random.pick(known);
        await replace(id);
      }
      await read(id);
    },
  };
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, 100));
}
