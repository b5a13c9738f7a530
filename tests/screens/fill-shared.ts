import { mkdirSync } from "node:fs";
import { mock } from "node:test";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient } from "../system/api-client.ts";
import { alice, serveHere } from "../system/in-process-server.ts";

const minuteMs = 60_000;
const jonas = { username: "jonas", password: "battery staple" };
const mira = { username: "mira-quill", password: "staple battery" };
type User = typeof jonas;

/** Data folders of devices whose server has other users. The servers run until this is disposed. */
export interface SharedFolders extends AsyncDisposable {
  /** Has an offline copy of shared memos, and messages in its inbox. */
  readonly shared: string;
  /** Has an offline copy of shared memos, but the other users share and write nothing. */
  readonly quiet: string;
  /** Like `shared`, but its server has stopped. */
  readonly away: string;
}

/** Creates the data folders in `dir`, with content from before `nowMs`. */
export async function fillShared(dir: string, nowMs: number): Promise<SharedFolders> {
  await using made = new AsyncDisposableStack();
  mock.timers.enable({ apis: ["Date"], now: nowMs });
  try {
    const at = (minutesAgo: number): void => mock.timers.setTime(nowMs - minutesAgo * minuteMs);
    const device = async (name: string, isWritten: boolean): Promise<string> => {
      at(60 * 24 * 4);
      const server = await serveHere(join(dir, `${name}-server`));
      const goesOn = name !== "away";
      if (goesOn) made.use(server);
      const folder = join(dir, name);
      mkdirSync(folder);
      const host = await openHost({ dir: folder });
      try {
        await fill(host, { url: server.url, at, isWritten });
      } finally {
        await host.close();
        if (!goesOn) await server[Symbol.asyncDispose]();
      }
      return folder;
    };
    const folders = {
      shared: await device("shared", true),
      quiet: await device("quiet", false),
      away: await device("away", true),
    };
    const servers = made.move();
    return { ...folders, [Symbol.asyncDispose]: () => servers.disposeAsync() };
  } finally {
    mock.timers.reset();
  }
}

interface Filling {
  readonly url: string;
  readonly isWritten: boolean;
  at(minutesAgo: number): void;
}

async function fill(host: Host, { url, at, isWritten }: Filling): Promise<void> {
  const { app } = host;
  // Signs in for every request, because the fake clock advances by days in between.
  const as = async (user: User, path: string, body: unknown): Promise<string> => {
    const signedIn = await apiClient(url, null).send("POST", "/auth/signin", user);
    const answer = await apiClient(url, signedIn.body.accessToken).send("POST", path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return String(answer.body.name ?? "");
  };
  for (const user of [jonas, mira]) await as(alice, "/users", { ...user, role: "USER" });
  const connected = await app.connect({ url, ...alice });
  if (!connected.ok) throw new Error(connected.error.message);
  const write = async (content: string, visibility: "PRIVATE" | "PUBLIC"): Promise<string> => {
    const memo = await app.createMemo({ content, visibility });
    if (!memo.ok) throw new Error(memo.error.message);
    await app.syncNow();
    return memo.value.id;
  };
  at(60 * 72);
  await write("Two coats on the hull, and the third when it is dry #boat/winter", "PRIVATE");
  if (isWritten) {
    at(60 * 50);
    await as(mira, "/memos", {
      visibility: "PROTECTED",
      content:
        "Who has the **key of the shed**?\n\n- [x] the tower\n- [ ] the shed\n- [ ] the crane\n\n#yard",
    });
    at(60 * 28);
    const shore = await write(
      "Walk along the shore at low water: the old piles stand out as far as the mole. #sea",
      "PUBLIC",
    );
    at(60 * 27);
    await as(jonas, `/memos/${shore}/comments`, {
      content: "They are from the pier of 1904. I have a picture of it with the steamer alongside.",
    });
    at(60 * 26);
    await as(mira, "/memos", {
      visibility: "PUBLIC",
      content:
        "# Before the crane comes\n\nBoth lines, the slip key and coffee for four. @alice, can you bring the long fenders? They are behind the door, under the sail bags.\n\n#yard",
    });
    at(190);
    await as(mira, `/memos/${shore}/comments`, { content: "Which tide was that?" });
    at(95);
    await as(jonas, "/memos", {
      visibility: "PUBLIC",
      content: "Low water 06:40, and fog until nine. #sea/tides",
    });
    at(12);
    await as(jonas, `/memos/${shore}/comments`, { content: "Springs, @alice said so herself." });
  }
  at(4);
  await app.syncTools.setFollowPublic(true);
  await app.syncNow();
  const isThere = async (): Promise<boolean> => {
    const { isPublicComing } = await app.syncTools.following();
    const { items, loadedMs } = await app.inbox.list();
    return !isPublicComing && loadedMs !== null && items.length >= (isWritten ? 4 : 0);
  };
  for (let tries = 0; !(await isThere()); tries += 1) {
    if (tries > 100) throw new Error("what others wrote did not come");
    await pause(100);
    await app.syncNow();
  }
  const { items } = await app.inbox.list();
  await app.inbox.mark(
    items.slice(2).map(({ id }) => id),
    true,
  );
}
