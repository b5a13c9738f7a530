import { setImmediate } from "node:timers/promises";
import type { AppError, Result } from "@tidemark/core";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import {
  openTextSession,
  type TextSession,
} from "../../packages/ui/src/editor/inline/text-session.ts";
import type { BenchCase } from "../measure.ts";
import type { Suite } from "../suite.ts";

// Processor time of one key: the editor's session, the app's host, and the stream from the host back to the
// editor. In a memo of one screen, and in one whose only paragraph is 300 kB long, where parsing, indexes and
// document cost most. Each key is sent separately; without a pause between keys, those of 250 ms are sent
// together.

const longText = 300_000;

export const typing: Suite = {
  name: "typing",
  async open(corpora) {
    await using opening = new AsyncDisposableStack();
    const folder = opening.use(await corpora.folder());
    const host = await openHost({ dir: folder.path });
    opening.defer(() => host.close());
    const open = async (length: number): Promise<TextSession> => {
      const { id } = must(await host.app.createMemo({ content: paragraph(length) }));
      const session = await openSession(host.app, id);
      opening.defer(async () => void (await session.close()));
      return session;
    };
    const short = await open(800);
    const long = await open(longText);
    const held = opening.move();
    return {
      cases: [
        keyIn("a key in 800 characters", 2, short),
        keyIn("a key in a paragraph of 300 kB", 8, long),
      ],
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

function keyIn(label: string, goal: number, session: TextSession): BenchCase {
  const sample = async (): Promise<number> => {
    const { text } = session;
    const before = process.cpuUsage();
    text.insert(Math.floor(text.length / 2), "x");
    await session.flush();
    // Lets the host's messages arrive.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return { label, unit: "ms", goal, samples: 200, warmUps: 20, sample };
}

type HostApp = Awaited<ReturnType<typeof openHost>>["app"];

function openSession(app: HostApp, id: string): Promise<TextSession> {
  return openTextSession(
    {
      open: async () => must(await app.openText(id)),
      push: async (edit) => void must(await app.pushText({ id, ...edit })),
      watch(has, onChange) {
        const ended = new AbortController();
        void (async () => {
          for await (const news of app.watchText({ id, ...has }, ended.signal)) {
            if ("state" in news) onChange(news);
          }
        })();
        return () => ended.abort();
      },
      moveCaret: () => undefined,
      saveApart: async () => false,
    },
    {
      onRemoteEdit: () => undefined,
      onReplaced: () => undefined,
      onSendFailed(error) {
        throw error;
      },
    },
  );
}

/** Returns words in one line, some in bold, with an occasional link or tag. */
function paragraph(length: number): string {
  const words: string[] = [];
  for (let [made, n] = [0, 0]; made < length; n += 1) {
    const plain = `word${(n * 7919) % 5000}`;
    const word =
      n % 50 === 7
        ? `**${plain}**`
        : n % 120 === 3
          ? `https://example.org/${plain}`
          : n % 90 === 5
            ? `#tag${n % 9}`
            : plain;
    words.push(word);
    made += word.length + 1;
  }
  return words.join(" ");
}

function must<T>(result: Result<T, AppError>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
