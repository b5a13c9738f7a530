import { appendFileSync } from "node:fs";
import type { Random } from "../../simulation/random.ts";
import type { Accepted } from "../chaos-messages.ts";
import type { Api, ChaosClient } from "./api.ts";

/**
 * Creates a script of the devices' user, which creates memos for devices to edit and pins them. Notes
 * each acknowledged memo in a file, as a device notes its writes.
 */
export function createMemoMaker(options: {
  readonly api: Api;
  readonly token: string;
  readonly name: string;
  readonly acceptedFile: string;
  readonly random: Random;
  readonly onFault: (fault: string) => void;
}): ChaosClient {
  const { api, token, name, random, onFault } = options;
  const made: string[] = [];
  let last = 0;
  return {
    async work() {
      if (made.length > 0 && random.chance(0.5)) {
        const id = random.pick(made);
        const body = { pinned: random.chance(0.5) };
        const path = `/api/v1/memos/${id}?updateMask=pinned`;
        const answer = await api.ask("PATCH", path, { token, body });
        // A device may have moved the memo to the trash.
        const isExpected = answer === null || [200, 404].includes(answer.status);
        if (!isExpected) onFault(`a pin of ${id} is answered with ${answer.status}`);
        return;
      }
      last += 1;
      const memo = `${name}-${last}`;
      const word = `<${name}.${last}>`;
      const body = { content: `${word}\nfirst line of ${name}` };
      const answer = await api.ask("POST", `/api/v1/memos?memoId=${memo}`, { token, body });
      if (answer === null) return;
      if (answer.status !== 200) {
        onFault(`a new memo is answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
        return;
      }
      made.push(memo);
      const accepted: Accepted = { memo, token: word };
      appendFileSync(options.acceptedFile, `${JSON.stringify(accepted)}\n`);
    },
  };
}
