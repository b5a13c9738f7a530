import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPageTokens, newResourceId, parseJson } from "@tidemark/core";
import { createMemoService } from "@tidemark/core/memo";
import { defaultMemoLimits } from "@tidemark/core/access";
import { createDeviceJournal, deviceIdKey } from "@tidemark/core/sync/device";
import { createHybridClock } from "@tidemark/core/clock";
import { pushRequestSchema } from "@tidemark/core/sync/protocol";
import { fromBase64, textName, toBase64 } from "@tidemark/core/text";
import { openDatabase } from "@tidemark/db/node";
import * as Y from "yjs";
import { z } from "zod";
import { rowsOf } from "../../packages/db/tests/temp-database.ts";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { openFiles } from "../../apps/server/src/files/store/open-files.ts";
import { createServices } from "../../apps/server/src/services/create-services.ts";
import type { RunningServer } from "../../apps/server/src/start-server.ts";
import { type ApiClient, apiClient, createToken } from "../system/api-client.ts";
import { alice, serveHere } from "../system/in-process-server.ts";
import { copyFolder, filesIn } from "./kept-folder.ts";
import { type Exchange, type Line, type LineRequest, startLine, type Treatment } from "./line.ts";
import type { ByAccount, HalfFile, Manifest } from "./manifest.ts";
import { composer, readDevice, readUnsent } from "./read-device.ts";
import { type Account, readServer } from "./read-server.ts";
import { newestStampKey } from "@tidemark/core/commit";

/**
 * Sequence of events of a desk, a laptop and a server, run with this version's programs over loopback
 * HTTP, with the words below. It ends by cutting off the desk in the middle of everything. Ids, keys and
 * file contents are random; texts aren't.
 */

const bob = { username: "bob", password: "battery staple horse" };
const hourMs = 3_600_000;

/** Ids of the memos, set by the client. */
const ids = {
  plan: "folder-plan",
  tasks: "folder-tasks",
  archived: "folder-archived",
  trashed: "folder-trashed",
  refused: "folder-refused",
  renewedUnheard: "folder-renewed-unheard",
  renewedDeferred: "folder-renewed-deferred",
  shared: "folder-shared",
  withFile: "folder-with-file",
  halfFetched: "folder-half-fetched",
  newer: "folder-newer",
  purged: "folder-purged",
  unanswered: "folder-unanswered",
  unsent: "folder-unsent",
  unsentFiles: "folder-unsent-files",
  halfSent: "folder-half-sent",
  comment: "folder-comment",
} as const;

export interface Written {
  readonly manifest: Manifest;
  readonly wire: readonly Exchange[];
  /** Path of the server's closed data folder; `device` is that of the device. */
  readonly server: string;
  readonly device: string;
}

/** Offset of the clock behind the real time, in ms. Reducing it skips time. */
let behindMs = 4 * hourMs;
const realNow = Date.now.bind(Date);

/** Writes both folders below `dir`, which must be empty, and then syncs the two programs. */
export async function writeFolders(dir: string, version: string): Promise<Written> {
  Date.now = () => realNow() - behindMs;
  await using line = await startLine();
  const data = join(dir, "server");
  let server = await serveHere(data);
  line.target = server.url;
  const port = Number(new URL(server.url).port);
  const restart = async (whileDown: () => Promise<void>): Promise<void> => {
    await server[Symbol.asyncDispose]();
    await whileDown();
    server = await serveHere(data, port);
  };
  const deskDir = join(dir, "desk");
  let desk = await openDevice(deskDir, line.url);
  const laptop = await openDevice(join(dir, "laptop"), server.url);
  const accessToken = (await createToken(server.url, alice)).value;
  const api = apiClient(server.url, accessToken);

  const bobApi = await furnishServer(server, api);
  await writeOnline({ desk, laptop, api, bobApi, line });
  await haveOneRefused({ desk, laptop });
  const halfFetched = await haveDownloadStall({ desk, deskDir, laptop, line, dir });
  await desk.close();
  line.treat = (request) => (isDownload(request) ? { type: "refuse" } : noPokes(request));
  desk = await openHost({ dir: deskDir });
  await settle(desk, laptop);

  // One of two long documents is unchanged for an hour. The server renews it, and the desk learns of it
  // while an edit of the ended document is pending.
  await desk.app.setPaused(true);
  behindMs -= 2 * hourMs;
  await typeInto(laptop, ids.renewedUnheard, " Touched lately.");
  await settle(laptop);
  await desk.app.setPaused(false);
  await settle(desk, laptop);
  await settle(desk, laptop);
  await desk.app.setPaused(true);
  await restart(() => upkeep(data, 1));
  await loseAnAnswer({ desk, line });
  await typeInto(desk, ids.renewedDeferred, " The word oldgenerationone waits.");
  line.treat = withNewerThings(answeringNothing);
  await desk.app.syncNow();
  await attachUntold({ desk, deskDir, line });
  const halfSent = await haveUploadCut({ desk, line, data });

  // From here on the desk is offline. After a restart it hasn't greeted the server and doesn't try to
  // send.
  line.treat = () => ({ type: "refuse" });
  await desk.close();
  desk = await openHost({ dir: deskDir });
  await writeOffline({ desk });
  await writeElsewhere({ laptop, api, bobApi: await signIn(server.url, bob) });
  behindMs = 0;
  await restart(() => upkeep(data, 1));
  await settle(laptop);
  await laptop.close();
  await desk.close();
  await writeElements(deskDir);

  desk = await openHost({ dir: deskDir });
  const device = await readDevice(desk);
  const unsent = await readUnsent(desk);
  await desk.close();
  const before = await readBoth(server.url);
  await server[Symbol.asyncDispose]();
  // Opening the folder deleted the leftovers of a killed process.
  copyFolder(join(dir, "staged"), join(deskDir, "blobs", "staged"));
  const kept = { server: join(dir, "kept-server"), device: join(dir, "kept-device") };
  copyFolder(data, kept.server);
  copyFolder(deskDir, kept.device);
  const madeMs = Date.now();

  const wire: Exchange[] = [];
  server = await serveHere(data, port);
  line.treat = noPokes;
  line.record = wire;
  desk = await openHost({ dir: deskDir });
  await untilAtRest(desk);
  line.record = null;
  const settled = {
    server: await readBoth(server.url),
    device: await readDevice(desk),
    unsent: await readUnsent(desk),
  };
  await desk.close();
  await server[Symbol.asyncDispose]();

  const database = join(kept.device, "tidemark.db");
  const manifest: Manifest = {
    version,
    madeMs,
    accounts: { alice, bob },
    accessToken,
    serverUrl: line.url,
    unsentWords: [
      "oldgenerationone",
      "oldgenerationtwo",
      "unsentput",
      "unsentedit",
      "unsenttyping",
      "unsentcomment",
      "unsentreply",
      "unsentfilememo",
      "unsenthalfmemo",
    ],
    unansweredWords: ["unansweredput", "unansweredtyping"],
    renewed: { unheard: ids.renewedUnheard, deferred: ids.renewedDeferred },
    deferredKinds: rowsOf<{ kind: string; entity: string }>(
      database,
      "SELECT kind, entity FROM deferred ORDER BY kind, entity",
    ).map(({ kind, entity }) => `${kind} ${entity}`),
    unknownFields: Object.fromEntries(
      rowsOf<{ id: string; extra: string }>(
        join(kept.server, "tidemark.db"),
        "SELECT id, extra FROM memo WHERE extra <> '{}' ORDER BY id",
      ).map(({ id, extra }) => [id, parseJson(z.record(z.string(), z.unknown()), extra)]),
    ),
    halfSent,
    halfFetched,
    device,
    unsent,
    server: before,
    settled,
  };
  return { manifest, wire, ...kept };
}

async function openDevice(dir: string, url: string): Promise<Host> {
  mkdirSync(dir, { recursive: true });
  const host = await openHost({ dir });
  value(await host.app.connect({ url, ...alice }));
  await host.app.syncNow();
  return host;
}

/** Creates the accounts and all data that devices don't receive. Returns bob's client. */
async function furnishServer(server: RunningServer, api: ApiClient): Promise<ApiClient> {
  const anonymous = apiClient(server.url, null);
  await sent(api, "POST", "/users", bob);
  await anonymous.send("POST", "/auth/signin", { ...bob, password: "not this one" });
  const bobApi = await signIn(server.url, bob);
  await sent(api, "POST", "/spaces", { title: "Harbour", spaceId: "harbour" });
  await sent(api, "POST", "/spaces/harbour/members", { user: "users/alice", role: "ADMIN" });
  await sent(api, "POST", "/spaces/harbour/members", { user: "users/bob" });
  const webhooksSetting = { allowPrivateTargets: true };
  await sent(api, "PATCH", "/instance/settings/WEBHOOKS", { webhooksSetting });
  // No process listens on this port.
  const webhook = { url: "http://127.0.0.1:9/hook", displayName: "Nobody" };
  await sent(api, "POST", "/users/alice/webhooks", webhook);
  await sent(bobApi, "POST", "/memos", { content: "Kept by bob alone" });
  await sent(bobApi, "POST", "/memos?memoId=bobs-harbour-plan", {
    content: "Bob's plan for the #harbour",
    visibility: "SPACE",
    space: "spaces/harbour",
  });
  return bobApi;
}

interface Online {
  readonly desk: Host;
  readonly laptop: Host;
  readonly api: ApiClient;
  readonly bobApi: ApiClient;
  readonly line: Line;
}

/** Creates the data that all of them have before the connection fails. */
async function writeOnline({ desk, laptop, api, bobApi, line }: Online): Promise<void> {
  const { app } = desk;
  const make = async (id: string, content: string): Promise<void> => {
    value(await app.createMemo({ id, content }));
  };
  await make(ids.plan, "# Plan\n\nFirst line of the plan.\n\nMiddle of it.\n\nEnd of the plan.");
  await make(ids.tasks, "Things to do #work\n\n- [ ] mend the net\n- [ ] buy rope");
  await make(ids.archived, "Archived long ago #old");
  await make(ids.trashed, "Thrown away");
  await make(ids.refused, "Will be gone elsewhere");
  await make(ids.renewedUnheard, "A long history, not heard of.");
  await make(ids.renewedDeferred, "A long history, heard of.");
  await make(ids.shared, "Shown to bob by a link, and [a link](https://tides.example)");
  await make(ids.purged, "Will be purged here");
  const file = await attach(desk, "kept.bin", randomBytes(2_000));
  const spare = await attach(desk, "removed.bin", randomBytes(1_000));
  value(
    await app.createMemo({
      id: ids.withFile,
      content: "With files that everybody has",
      attachments: [file, spare],
    }),
  );
  value(await app.updateMemo(ids.archived, { state: "ARCHIVED" }));
  value(await app.trashMemos([ids.trashed]));
  value(await app.own.createView({ title: "Work", filter: '"work" in tags', icon: null }));
  value(await app.own.createView({ title: "Old", filter: '"old" in tags', icon: null }));
  value(await app.own.setGeneral({ theme: "dark" }));
  value(await app.own.setTags({ work: { blurContent: true } }));
  await lengthen(desk, ids.renewedUnheard);
  await lengthen(desk, ids.renewedDeferred);
  await settle(desk, laptop);
  // A newer app sets a field that this version doesn't know.
  line.treat = (request) => {
    const isPush = pathOf(request) === "/sync/push";
    return isPush ? { type: "change", request: withUnknownField } : noPokes(request);
  };
  await make(ids.newer, "Written by a newer app");
  await settle(desk);
  line.treat = noPokes;

  // Bob can read the first memo only by its link, the second through the space.
  await sent(api, "POST", `/memos/${ids.shared}/shares`, {});
  await sent(api, "PATCH", `/memos/${ids.plan}?updateMask=visibility,space`, {
    visibility: "SPACE",
    space: "spaces/harbour",
  });
  await sent(bobApi, "POST", `/memos/${ids.plan}/comments`, { content: "Bob comments, @alice" });
  await sent(bobApi, "POST", `/memos/${ids.plan}/reactions`, {
    reaction: { reactionType: "👍" },
  });
  await sent(api, "PATCH", `/memos/${ids.tasks}/relations`, {
    relations: [{ relatedMemo: { name: `memos/${ids.plan}` }, type: "REFERENCE" }],
  });
  // Creates a revision on the server.
  await sent(api, "PATCH", `/memos/${ids.shared}?updateMask=content`, {
    content: "Shown to bob by a link, said anew, with [a link](https://tides.example)",
  });
  await settle(desk, laptop);
}

/** Edits a memo on the desk after it was purged on the laptop. */
async function haveOneRefused({ desk, laptop }: Pick<Online, "desk" | "laptop">): Promise<void> {
  await desk.app.setPaused(true);
  value(await laptop.app.purgeMemos([ids.refused]));
  await settle(laptop);
  value(await desk.app.updateMemo(ids.refused, { content: "The refused word stays readable" }));
  await desk.app.setPaused(false);
  await desk.app.syncNow();
  await until("a refusal", async () => (await desk.app.syncTools.rejected()).length === 1);
}

interface Stalling extends Pick<Online, "desk" | "laptop" | "line"> {
  readonly deskDir: string;
  readonly dir: string;
}

/** Attaches a file of which the desk has downloaded only a part when it ends. */
async function haveDownloadStall(setUp: Stalling): Promise<HalfFile> {
  const { desk, deskDir, laptop, line, dir } = setUp;
  const arrivedBytes = 5_000;
  const bytes = randomBytes(12_000);
  line.treat = (request) =>
    isDownload(request) ? { type: "stall-answer", bytes: arrivedBytes } : noPokes(request);
  const attachment = await attach(laptop, "half-fetched.bin", bytes);
  value(
    await laptop.app.createMemo({
      id: ids.halfFetched,
      content: "Its file comes slowly",
      attachments: [attachment],
    }),
  );
  const staged = join(deskDir, "blobs", "staged");
  const part = (): string | undefined =>
    readdirSync(staged).find((name) => statSync(join(staged, name)).size === arrivedBytes);
  await until("a part of the file", async () => {
    await settle(laptop);
    await desk.app.syncNow();
    return part() !== undefined;
  });
  // Saves the files that a process killed now would leave.
  cpSync(staged, join(dir, "staged"), { recursive: true });
  return halfFile(attachment, "half-fetched.bin", bytes, arrivedBytes);
}

/** Makes the server apply a push whose response never reaches the desk. */
async function loseAnAnswer({ desk, line }: Pick<Online, "desk" | "line">): Promise<void> {
  const { app } = desk;
  let lost = 0;
  line.treat = (request) => {
    if (pathOf(request) !== "/sync/push") return noPokes(request);
    lost += 1;
    return lost === 1 ? { type: "lose-answer" } : { type: "refuse" };
  };
  value(await app.createMemo({ id: ids.unanswered, content: "Sent: the word unansweredput" }));
  await typeInto(desk, ids.plan, " And the word unansweredtyping.");
  value(await app.updateMemo(ids.tasks, { pinned: true }));
  value(await app.own.setGeneral({ locale: "pt" }));
  await app.setPaused(false);
  await until("a push that is lost", async () => {
    await app.syncNow();
    return lost > 0;
  });
}

/** Answers a push without results, as a busy server may do under the protocol. */
function answeringNothing(request: LineRequest): Treatment {
  if (pathOf(request) !== "/sync/push") return noPokes(request);
  const { epoch, streamId, clientNowMs } = parseJson(pushRequestSchema, request.body.toString());
  const data = { type: "results", epoch, streamId, results: [], serverTimeMs: clientNowMs };
  return { type: "answer", body: { result: { data } } };
}

/** Adds a row of an unknown kind to pulled pages, as a newer server sends. */
function withNewerThings(others: Line["treat"]): Line["treat"] {
  return (request) =>
    pathOf(request) === "/sync/pull"
      ? { type: "change", answer: withUnknownKind }
      : others(request);
}

function withUnknownKind(answer: unknown): unknown {
  const { result } = answer as { result: { data: { type: string; changes?: object[] } } };
  const { changes = [] } = result.data;
  const last = changes.at(-1) as { scope: string; seq: number } | undefined;
  if (last === undefined) return answer;
  const { scope, seq } = last;
  const row = { days: [1, 3, 5], name: "A walk before breakfast" };
  const thing = { scope, seq, kind: "habit", entity: "walk", op: "up", row };
  return { result: { data: { ...result.data, changes: [...changes, thing] } } };
}

function withUnknownField(body: unknown): unknown {
  const push = pushRequestSchema.parse(body);
  const ops = push.ops.map(({ op, ...others }) => {
    const fields = { ...(op["fields"] as object), mood: { name: "calm", degree: 3 } };
    return { ...others, op: op.kind === "memo.put" ? { ...op, fields } : op };
  });
  return { ...push, ops };
}

/** Attaches a file whose content is on the server while its attachment operation is pending. */
async function attachUntold(
  setUp: Pick<Online, "desk" | "line"> & { readonly deskDir: string },
): Promise<void> {
  const { desk, line } = setUp;
  line.treat = answeringNothing;
  const attachment = await attach(desk, "untold.bin", randomBytes(1_500));
  const content = "Its file is there: unsentfilememo";
  value(await desk.app.createMemo({ id: ids.unsentFiles, content, attachments: [attachment] }));
  await until("an attachment in the outbox", async () => {
    await desk.app.syncNow();
    const { waiting } = await desk.app.syncTools.diagnostics();
    return waiting["attachment.put"] === 1;
  });
}

/** Attaches a file of which only a part is uploaded when the connection breaks. */
async function haveUploadCut(
  setUp: Pick<Online, "desk" | "line"> & { readonly data: string },
): Promise<HalfFile> {
  const { desk, line, data } = setUp;
  const arrivedBytes = 9_000;
  const bytes = randomBytes(20_000);
  let isCut = false;
  line.treat = (request) => {
    const isUpload = request.path.startsWith("/sync/blobs");
    if (isUpload && isCut) return { type: "refuse" };
    if (isUpload && request.method === "PATCH") {
      isCut = true;
      return { type: "cut-request", bytes: arrivedBytes };
    }
    return answeringNothing(request);
  };
  const attachment = await attach(desk, "half-sent.bin", bytes);
  const content = "Its file is on its way: unsenthalfmemo";
  value(await desk.app.createMemo({ id: ids.halfSent, content, attachments: [attachment] }));
  const uploads = join(data, "uploads");
  await until("a part of the file on the server", async () => {
    await desk.app.syncNow();
    return filesIn(uploads).some((name) => statSync(join(uploads, name)).size === arrivedBytes);
  });
  return halfFile(attachment, "half-sent.bin", bytes, arrivedBytes);
}

/** Makes every kind of change while offline. */
async function writeOffline({ desk }: Pick<Online, "desk">): Promise<void> {
  const { app } = desk;
  await typeInto(desk, ids.renewedUnheard, " The word oldgenerationtwo waits.");
  value(await app.createMemo({ id: ids.unsent, content: "# New\n\nThe word unsentput #unsent" }));
  const { content } = value(await app.getMemo(ids.shared));
  value(await app.updateMemo(ids.shared, { content: `${content}\n\nThe word unsentedit.` }));
  await typeInto(desk, ids.tasks, "\n\nThe word unsenttyping.");
  value(await app.toggleTask(ids.tasks, { index: 1, checked: true }));
  value(await app.createMemo({ id: ids.comment, parent: ids.plan, content: "unsentcomment" }));
  value(await app.createMemo({ parent: "bobs-harbour-plan", content: "unsentreply" }));
  value(await app.updateMemo(ids.newer, { pinned: true, visibility: "PROTECTED" }));
  value(await app.updateMemo(ids.halfFetched, { state: "ARCHIVED" }));
  value(await app.restoreMemos([ids.trashed]));
  value(await app.trashMemos([ids.archived]));
  value(await app.purgeMemos([ids.purged]));
  const [kept, spare] = value(await app.getMemo(ids.withFile)).attachments;
  value(await app.attachments.rename(kept?.id ?? "", "renamed.bin"));
  value(await app.attachments.remove([spare?.id ?? ""]));
  value(await app.own.setTags({ unsent: { blurContent: true } }));
  value(await app.own.createView({ title: "Unsent", filter: "pinned", icon: { emoji: "⚓" } }));
  const old = (await app.own.listViews()).find(({ title }) => title === "Old");
  value(await app.own.removeView(old?.id ?? ""));
  await app.setDraft(composer, "A memo that is not finished: draftword");
  const draftFile = await attach(desk, "draft.bin", randomBytes(1_200));
  await app.attachments.setDraft(composer, [draftFile]);
}

/** Makes changes on the laptop and through the API while the desk is offline. */
async function writeElsewhere(setUp: Pick<Online, "laptop" | "api" | "bobApi">): Promise<void> {
  const { laptop, api, bobApi } = setUp;
  const { content } = value(await laptop.app.getMemo(ids.tasks));
  const changed = content.replace("mend the net", "mend the net on the laptop");
  value(await laptop.app.updateMemo(ids.tasks, { content: changed }));
  value(await laptop.app.createMemo({ content: "Written on the laptop meanwhile" }));
  await settle(laptop);
  await sent(bobApi, "POST", `/memos/${ids.plan}/comments`, { content: "Bob comments again" });
  await sent(api, "POST", "/memos", { content: "Written by a script meanwhile" });
}

/**
 * Adds a reaction and a reference through the services, because no page of a device does. The folder must
 * be closed.
 */
async function writeElements(dir: string): Promise<void> {
  await using opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  const { database } = opened;
  const { node, newest } = await database.read(async ({ meta }) => ({
    node: (await meta.get(deviceIdKey)) ?? "",
    newest: await meta.get(newestStampKey),
  }));
  const clock = createHybridClock({ node, wallMs: Date.now });
  if (newest !== null) clock.observe(newest);
  const memos = createMemoService({
    database,
    journal: createDeviceJournal(),
    clock,
    pageTokens: createPageTokens(randomBytes(32)),
    limits: () => defaultMemoLimits,
    newId: () => newResourceId(randomBytes),
    textClientId: () => randomBytes(4).readUInt32BE(),
  });
  const caller = {
    name: "users/alice",
    role: "USER",
    spaces: ["spaces/harbour"],
    scope: null,
    device: "desk",
  } as const;
  value(await memos.addReaction(caller, "bobs-harbour-plan", "🌊"));
  const relations = [{ memo: null, relatedMemo: ids.plan }];
  value(await memos.update(caller, ids.unsent, { relations }));
}

/**
 * Runs the hourly upkeep on the folder of a stopped server. Throws unless it renews `renewed` documents.
 */
async function upkeep(data: string, renewed: number): Promise<void> {
  await using opened = await openDatabase({ file: join(data, "tidemark.db"), role: "server" });
  const services = await createServices(opened, { files: await openFiles(data) });
  const report = await services.upkeep();
  if (report.renewedDocuments !== renewed) {
    throw new Error(`${report.renewedDocuments} documents were renewed, not ${renewed}`);
  }
}

async function signIn(url: string, account: Account): Promise<ApiClient> {
  const { accessToken } = await sent(apiClient(url, null), "POST", "/auth/signin", account);
  return apiClient(url, accessToken);
}

async function readBoth(url: string): Promise<ByAccount> {
  return { alice: await readServer(url, alice), bob: await readServer(url, bob) };
}

/** Types at the end of a memo's text, as an editor does. */
async function typeInto({ app }: Host, id: string, words: string): Promise<void> {
  const { gen, doc, text } = await openText(app, id);
  const before = Y.encodeStateVector(doc);
  text.insert(text.length, words);
  const update = toBase64(Y.encodeStateAsUpdate(doc, before));
  value(await app.pushText({ id, gen, update }));
}

/** Makes the history of a memo's document much longer than its text. */
async function lengthen({ app }: Host, id: string): Promise<void> {
  const { gen, doc, text } = await openText(app, id);
  const before = Y.encodeStateVector(doc);
  for (let n = 0; n < 800; n += 1) {
    doc.clientID = 1_000_000 + n;
    text.insert(0, "x");
    text.delete(0, 1);
  }
  const update = toBase64(Y.encodeStateAsUpdate(doc, before));
  value(await app.pushText({ id, gen, update }));
}

async function openText(app: Host["app"], id: string) {
  const { gen, state } = value(await app.openText(id));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, fromBase64(state));
  return { gen, doc, text: doc.getText(textName) };
}

async function attach(host: Host, filename: string, bytes: Buffer): Promise<string> {
  const url = `/files?filename=${filename}&size=${bytes.length}`;
  const body = (async function* () {
    yield bytes;
  })();
  const reply = await host.files({ method: "POST", url, headers: {}, body });
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body ?? []) pieces.push(piece);
  const answer = Buffer.concat(pieces).toString();
  if (reply.status !== 200) throw new Error(answer);
  return parseJson(z.looseObject({ id: z.string() }), answer).id;
}

function halfFile(
  attachment: string,
  filename: string,
  bytes: Buffer,
  arrivedBytes: number,
): HalfFile {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { attachment, filename, sha256, sizeBytes: bytes.length, arrivedBytes };
}

/** Syncs devices one after the other until no operation is pending and each has the others' changes. */
async function settle(...hosts: readonly Host[]): Promise<void> {
  for (const host of [...hosts, ...hosts]) {
    await until("a device at rest", async () => {
      const { waiting, state, error } = await host.app.syncNow();
      if (state === "error") throw new Error(JSON.stringify(error));
      return waiting === 0 && state === "synced";
    });
  }
}

/** Syncs until no operation is pending and all attached files are downloaded. */
async function untilAtRest(host: Host): Promise<void> {
  await until("a device with its files", async () => {
    const { waiting } = await host.app.syncNow();
    const { memos } = await readDevice(host);
    const found = await Promise.all(memos.map(({ id }) => host.app.getMemo(id)));
    const isWhole = found.every((memo) => memo.ok && memo.value.attachments.every((f) => f.isHere));
    return waiting === 0 && isWhole;
  });
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const endMs = realNow() + 30_000;
  while (!(await holds())) {
    if (realNow() > endMs) throw new Error(`${what}: in vain`);
    await sleep(50);
  }
}

function pathOf({ path }: LineRequest): string {
  return path.split("?")[0] ?? path;
}

function isDownload({ path }: LineRequest): boolean {
  return path.startsWith("/file/attachments/");
}

/** Refuses pokes: the script decides when a device syncs. */
function noPokes(request: LineRequest): Treatment {
  return pathOf(request) === "/sync/poke" ? { type: "refuse" } : { type: "carry" };
}

async function sent(
  api: ApiClient,
  method: "POST" | "PATCH",
  path: string,
  body: unknown,
  // oxlint-disable-next-line typescript/no-explicit-any -- As the client's answers.
): Promise<any> {
  const answer = await api.send(method, path, body);
  if (answer.status === 200) return answer.body;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
