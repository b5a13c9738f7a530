import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createApi, type Api, type ChaosClient } from "./api.ts";
import type { InstanceProcess } from "./server-processes.ts";

/** Maximum time until a process applies a changed setting. */
const heardMs = 5000;

const answerSchema = z.object({ generalSetting: z.object({ title: z.string().optional() }) });

/** Creates a client that changes a setting at any process and waits until every process applies it. */
export function createSettingChanger(options: {
  readonly api: Api;
  readonly token: string;
  readonly processes: readonly InstanceProcess[];
  readonly onFault: (fault: string) => void;
}): ChaosClient {
  const { api, token, onFault } = options;
  const path = "/api/v1/instance/settings/GENERAL";
  const direct = options.processes.map(({ name, url }) => ({ name, own: createApi(url, onFault) }));
  let last = 0;
  return {
    async work() {
      const title = `Instance ${(last += 1)}`;
      const body = { generalSetting: { title } };
      const answer = await api.ask("PATCH", path, { token, body });
      if (answer === null) return;
      if (answer.status !== 200) onFault(`a setting is answered with ${answer.status}`);
      for (const { name, own } of direct) {
        const giveUpMs = Date.now() + heardMs;
        for (;;) {
          const read = await own.ask("GET", path, { token });
          // A process that is down reads the setting when it starts.
          if (read === null) break;
          const shown = answerSchema.parse(read.body).generalSetting.title;
          if (shown === title) break;
          if (Date.now() > giveUpMs) {
            onFault(`${name} still shows ${shown} after ${heardMs} ms, not ${title}`);
            break;
          }
          await delay(100);
        }
      }
    },
  };
}
