import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import type { AdministrationRequest, HostPart, SyncStatus } from "@tidemark/core/router";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { AdminGate } from "./admin-gate.tsx";
import type { Searched } from "../found-list.tsx";
import { InstanceSettings } from "../instance/instance-settings.tsx";
import { AuditLog } from "../log/audit-log.tsx";
import { SpaceList } from "../spaces/space-list.tsx";
import { ServerState } from "../state/server-state.tsx";
import { UserList } from "../users/user-list.tsx";

// The router scrolls to the top, which jsdom doesn't support.
beforeEach(() => void vi.spyOn(window, "scrollTo").mockImplementation(() => undefined));

type Answer = (path: string, body: unknown) => readonly [status: number, body: object];

const user = (username: string, changes: object = {}) => ({
  name: `users/${username}`,
  username,
  displayName: "",
  role: "USER",
  state: "NORMAL",
  createTime: "2026-03-01T10:00:00Z",
  sessionCount: 0,
  storageBytes: "0",
  ...changes,
});

const refusal = (code: number, reason: string, message: string) =>
  [
    code,
    {
      code: 9,
      message,
      details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }],
    },
  ] as const;

/** Renders a part over a server, whose answers are named by method and path. */
function show(
  Part: ComponentType<Searched>,
  answers: Readonly<Record<string, Answer>>,
  {
    lacks = [],
    state = "synced",
    typed = "",
  }: { lacks?: HostPart[]; state?: SyncStatus["state"]; typed?: string } = {},
): string[] {
  const heard: string[] = [];
  const ask = async ({ method, path, body }: AdministrationRequest) => {
    heard.push([method, path, body ?? ""].join(" ").trim());
    const answer = answers[`${method} ${path.split("?")[0] ?? ""}`];
    const [status, json] = answer?.(path, JSON.parse(body ?? "null")) ?? [
      404,
      { code: 5, message: "not found", details: [] },
    ];
    return { status, body: JSON.stringify(json) };
  };
  const client = {
    administration: { ask: { mutate: ask } },
    profile: {
      get: {
        query: async () => ({ user: "users/alice", serverUrl: "https://notes.example", lacks }),
      },
    },
    sync: { status: { query: async () => ({ state }) } },
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Part typed={typed} /> }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client as unknown as TidemarkClient}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return heard;
}

const said = (): readonly string[] =>
  useFeedback.getState().snackbars.map((snackbar) => snackbar.text);

afterEach(() => {
  cleanup();
  useFeedback.setState({ snackbars: [] });
  vi.restoreAllMocks();
});

test("A46 · without the role or the server nothing is asked, and the screen says why", async () => {
  const heard = show(AdminGate, {}, { lacks: ["administration"] });
  await screen.findByText("You aren’t an administrator of this server");
  cleanup();
  heard.push(...show(AdminGate, {}, { state: "offline" }));
  await screen.findByText("Can’t reach notes.example");
  expect(heard).toEqual([]);
});

test("A46 · a role that was lost meanwhile leaves nothing on the screen", async () => {
  let isDenied = false;
  const heard = show(UserList, {
    "GET /api/v1/users": () =>
      isDenied
        ? refusal(403, "PERMISSION_DENIED", "only administrators can manage accounts")
        : [200, { users: [user("bob")], nextPageToken: "" }],
    "PATCH /api/v1/users/bob": () => {
      isDenied = true;
      return [200, user("bob", { role: "ADMIN" })];
    },
    "GET /api/v1/users/bob/sessions": () => [200, { sessions: [] }],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Manage bob" }));
  fireEvent.click(screen.getByRole("button", { name: "Make administrator" }));
  await screen.findByText("You aren’t an administrator of this server");
  expect(screen.queryByText("bob")).toBeNull();
  expect(heard).toContain('PATCH /api/v1/users/bob?updateMask=role {"role":"ADMIN"}');
});

test("A46 · the last administrator keeps the role, and the reason is said", async () => {
  show(UserList, {
    "GET /api/v1/users": () => [
      200,
      { users: [user("alice", { role: "ADMIN" })], nextPageToken: "" },
    ],
    "PATCH /api/v1/users/alice": () =>
      refusal(400, "FAILED_PRECONDITION", "the last administrator stays one"),
    "GET /api/v1/users/alice/sessions": () => [200, { sessions: [] }],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Manage alice" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove administrator role" }));
  await waitFor(() =>
    expect(said()).toEqual([
      "alice is the only active administrator. Make someone else an administrator first.",
    ]),
  );
});

test("A46 · only the administrator's own password needs the current one", async () => {
  const heard = show(UserList, {
    "GET /api/v1/users": () => [200, { users: [user("alice"), user("bob")], nextPageToken: "" }],
    "PATCH /api/v1/users/alice": () => [200, user("alice")],
    "PATCH /api/v1/users/bob": () => [
      400,
      {
        code: 3,
        message: "password: must have at least 8 characters",
        details: [{ "@type": "BadRequest", fieldViolations: [{ field: "password" }] }],
      },
    ],
    "GET /api/v1/users/alice/sessions": () => [200, { sessions: [] }],
    "GET /api/v1/users/bob/sessions": () => [200, { sessions: [] }],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Manage alice" }));
  fireEvent.click(screen.getByRole("button", { name: "Manage bob" }));
  const [own, others] = screen.getAllByRole("form", { name: "Set password" });
  if (own === undefined || others === undefined) throw new Error("a form is missing");
  expect(within(others).queryByLabelText("Your current password")).toBeNull();
  fireEvent.change(within(others).getByLabelText("New password"), { target: { value: "short" } });
  fireEvent.submit(others);
  await waitFor(() =>
    expect(said()).toEqual(["Nothing was changed. Password: must have at least 8 characters."]),
  );
  expect((within(others).getByLabelText("New password") as HTMLInputElement).value).toBe("short");
  const type = (label: string, value: string) =>
    fireEvent.change(within(own).getByLabelText(label), { target: { value } });
  type("Your current password", "correct horse");
  type("New password", "battery staple");
  fireEvent.submit(own);
  await waitFor(() => expect(said()).toContain("Password of alice set"));
  expect(heard).toContain(
    'PATCH /api/v1/users/alice?updateMask=password {"password":"battery staple","currentPassword":"correct horse"}',
  );
});

test("A46 · a user without a password gets a link, which is shown once", async () => {
  const link = "https://notes.example/choose-password#c0de";
  const heard = show(UserList, {
    "GET /api/v1/users": () => [200, { users: [], nextPageToken: "" }],
    "POST /api/v1/users": () => [200, user("bob")],
    "POST /api/v1/users/bob:createPasswordLink": () => [
      200,
      { link, expireTime: "2026-03-04T10:00:00Z" },
    ],
  });
  fireEvent.change(await screen.findByLabelText("Username"), { target: { value: " bob " } });
  fireEvent.click(screen.getByRole("button", { name: "Create user" }));
  const field = await screen.findByLabelText("Password link for bob");
  expect((field as HTMLInputElement).value).toBe(link);
  const [created = ""] = heard.filter((each) => each.startsWith("POST /api/v1/users {"));
  expect(created).toMatch(/"password":"[0-9a-f]{48}"/);
  expect(heard.filter((each) => each.startsWith("POST"))).toHaveLength(2);
});

test("A46 · an account is deleted after a second press, but never the administrator's own", async () => {
  const heard = show(UserList, {
    "GET /api/v1/users": () => [200, { users: [user("alice"), user("bob")], nextPageToken: "" }],
    "GET /api/v1/users/alice/sessions": () => [200, { sessions: [] }],
    "GET /api/v1/users/bob/sessions": () => [200, { sessions: [] }],
    "DELETE /api/v1/users/bob": () => [200, {}],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Manage alice" }));
  await screen.findByText("You");
  expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Manage bob" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete account" }));
  expect(heard).not.toContain("DELETE /api/v1/users/bob");
  fireEvent.click(screen.getByRole("button", { name: "Delete; memos go to the trash" }));
  await waitFor(() => expect(said()).toEqual(["Account of bob deleted"]));
  expect(heard).toContain("DELETE /api/v1/users/bob");
});

test("A46 · an erased account says what was removed", async () => {
  const heard = show(UserList, {
    "GET /api/v1/users": () => [200, { users: [user("bob")], nextPageToken: "" }],
    "GET /api/v1/users/bob/sessions": () => [200, { sessions: [] }],
    "DELETE /api/v1/users/bob": () => [200, { purged: { memos: 12, attachments: 1 } }],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Manage bob" }));
  fireEvent.click(await screen.findByRole("button", { name: "Erase account" }));
  fireEvent.click(screen.getByRole("button", { name: "Erase memos and files forever" }));
  await waitFor(() => expect(said()).toEqual(["Account of bob erased: 12 memos, 1 file"]));
  expect(heard).toContain("DELETE /api/v1/users/bob?purge=true");
});

test("A46 · a search for a user reads all pages of the list", async () => {
  const pages: Readonly<Record<string, object>> = {
    "": { users: [user("alice"), user("bob")], nextPageToken: "2" },
    "2": { users: [user("carla", { displayName: "Zoë Bobrov" })], nextPageToken: "3" },
    "3": { users: [user("dora")], nextPageToken: "" },
  };
  const heard = show(
    UserList,
    {
      "GET /api/v1/users": (path) => {
        const token = new URLSearchParams(path.split("?")[1]).get("pageToken") ?? "";
        return [200, pages[token] ?? {}];
      },
    },
    { typed: "BÓB" },
  );
  await waitFor(() => expect(heard).toHaveLength(3));
  const list = await screen.findByRole("list", { name: "Users" });
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(2));
  expect(within(list).getByText("bob")).not.toBeNull();
  expect(within(list).getByText("carla")).not.toBeNull();
});

const space = { name: "spaces/band", title: "Band", description: "", memberCount: 2 };
const members = [
  { name: "spaces/band/members/alice", user: "users/alice", role: "ADMIN" },
  { name: "spaces/band/members/bob", user: "users/bob", role: "USER" },
];

test("A46 · an administrator creates a space, changes its members and deletes it", async () => {
  const listed = { ...space, createTime: "2026-03-01T10:00:00Z" };
  const heard = show(SpaceList, {
    "GET /api/v1/spaces": () => [200, { spaces: [listed], nextPageToken: "" }],
    "POST /api/v1/spaces": () => [200, listed],
    "GET /api/v1/spaces/band/members": () => [200, { spaceMembers: members, nextPageToken: "" }],
    "POST /api/v1/spaces/band/members": () => [200, members[1] ?? {}],
    "PATCH /api/v1/spaces/band/members/bob": () => [200, members[1] ?? {}],
    "DELETE /api/v1/spaces/band/members/alice": () =>
      refusal(400, "FAILED_PRECONDITION", "the last administrator of a space can't be removed"),
    "DELETE /api/v1/spaces/band": () => [200, {}],
  });
  fireEvent.change(await screen.findByLabelText("Title"), { target: { value: " Band " } });
  fireEvent.click(screen.getByRole("button", { name: "Create space" }));
  await waitFor(() => expect(said()).toContain("Space Band created"));
  fireEvent.click(screen.getByRole("button", { name: "Manage Band" }));
  const list = await screen.findByRole("list", { name: "Members of Band" });
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "carla" } });
  fireEvent.click(screen.getByRole("button", { name: "Add member" }));
  await waitFor(() => expect(said()).toContain("carla is now a member of Band"));
  const press = (name: string, at = 0) =>
    fireEvent.click(within(list).getAllByRole("button", { name })[at] ?? list);
  press("Make administrator: bob");
  await waitFor(() => expect(said()).toContain("bob is now an administrator of Band"));
  press("Remove");
  press("Remove from space");
  await waitFor(() => expect(said().join(" ")).toContain("Nothing was changed."));
  fireEvent.click(screen.getByRole("button", { name: "Delete space" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete; memos stay with their authors" }));
  await waitFor(() => expect(said()).toContain("Space Band deleted"));
  expect(heard.filter((each) => !each.startsWith("GET"))).toEqual([
    'POST /api/v1/spaces {"title":"Band"}',
    'POST /api/v1/spaces/band/members {"user":"carla"}',
    'PATCH /api/v1/spaces/band/members/bob?updateMask=role {"role":"ADMIN"}',
    "DELETE /api/v1/spaces/band/members/alice",
    "DELETE /api/v1/spaces/band",
  ]);
});

test("A46 · a search shows the server settings that match it", async () => {
  const settings = Object.fromEntries(
    ["GENERAL", "MEMO", "STORAGE", "LIMITS", "WEBHOOKS", "AI"].map((key) => [
      `GET /api/v1/instance/settings/${key}`,
      (): readonly [number, object] => [200, {}],
    ]),
  );
  show(InstanceSettings, settings, { typed: "forever trash" });
  expect(await screen.findByLabelText("Days in the trash")).not.toBeNull();
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
  cleanup();
  show(InstanceSettings, settings, { typed: "weather" });
  await screen.findByText("No setting found.");
});

test("A46 · a list is loaded page by page", async () => {
  const heard = show(AuditLog, {
    "GET /api/v1/instance/auditLog": (path) => {
      const isFirst = !path.includes("pageToken");
      const entry = {
        id: isFirst ? "2" : "1",
        time: "2026-03-01T10:00:00Z",
        action: isFirst ? "account.created" : "a.newer_one",
        actor: "users/local",
        target: "users/bob",
        address: "",
      };
      return [200, { entries: [entry], nextPageToken: isFirst ? "next" : "" }];
    },
  });
  await screen.findByText(/by a command on the server/);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("a.newer_one");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(heard).toEqual([
    "GET /api/v1/instance/auditLog?pageSize=50&filter=",
    "GET /api/v1/instance/auditLog?pageSize=50&pageToken=next&filter=",
  ]);
});

test("A46 · a setting is saved alone, in the API's unit; Escape restores it", async () => {
  const settings: Readonly<Record<string, object>> = {
    GENERAL: { generalSetting: { title: "Tidemark", description: "", allowSignUp: false } },
    MEMO: { memoSetting: { trashRetentionDays: 30, contentLengthLimitBytes: 1_048_576 } },
    STORAGE: { storageSetting: { uploadSizeLimitBytes: 67_108_864, quotaBytesPerUser: 0 } },
    LIMITS: { limitsSetting: { requestsPerHour: 500, anonymousRequestsPerHour: null } },
    WEBHOOKS: { webhooksSetting: { allowPrivateTargets: false } },
    AI: { aiSetting: { provider: { baseUrl: "https://ai.example/v1", model: "m" } } },
  };
  const answers = Object.entries(settings).flatMap(([key, value]) =>
    (["GET", "PATCH"] as const).map(
      (method) =>
        [`${method} /api/v1/instance/settings/${key}`, () => [200, value] as const] as const,
    ),
  );
  const heard = show(InstanceSettings, {
    ...Object.fromEntries(answers),
    "POST /api/v1/ai:transcribe": () => refusal(503, "UNAVAILABLE", "it answers with status 401"),
  });
  const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const largest = await screen.findByRole<HTMLInputElement>("textbox", {
    name: "Largest file (MiB)",
  });
  expect(largest.value).toBe("64");
  fireEvent.change(largest, { target: { value: "1x2" } });
  expect(largest.value).toBe("12");
  fireEvent.keyDown(largest, { key: "Escape" });
  expect(largest.value).toBe("64");
  fireEvent.change(largest, { target: { value: "12" } });
  fireEvent.blur(largest);
  fireEvent.click(screen.getByRole("switch", { name: "Open sign-up" }));
  fireEvent.change(field("Requests per hour"), { target: { value: "" } });
  fireEvent.blur(field("Requests per hour"));
  // A name can't be blank.
  fireEvent.change(field("Name"), { target: { value: " " } });
  fireEvent.blur(field("Name"));
  await waitFor(() => expect(said()).toHaveLength(3));
  // The key is never shown.
  const key = screen.getByLabelText<HTMLInputElement>("Transcription key");
  expect(key.type).toBe("password");
  fireEvent.change(key, { target: { value: "s3cret" } });
  fireEvent.blur(key);
  await waitFor(() => expect(said()).toContain("Saved: Transcription key"));
  await waitFor(() => expect(key.value).toBe(""));
  fireEvent.click(screen.getByRole("button", { name: "Test" }));
  await waitFor(() => expect(said().at(-1)).toMatch(/^The service doesn’t work\. /));
  const base = "PATCH /api/v1/instance/settings";
  expect(heard.filter((line) => line.startsWith("PATCH")).toSorted()).toEqual([
    `${base}/AI?updateMask=provider {"aiSetting":{"provider":{"baseUrl":"https://ai.example/v1","model":"m","apiKey":"s3cret"}}}`,
    `${base}/GENERAL?updateMask=allowSignUp {"generalSetting":{"allowSignUp":true}}`,
    `${base}/LIMITS?updateMask=requestsPerHour {"limitsSetting":{"requestsPerHour":null}}`,
    `${base}/STORAGE?updateMask=uploadSizeLimitBytes {"storageSetting":{"uploadSizeLimitBytes":12582912}}`,
  ]);
});

const state = (changes: object = {}) => ({
  version: "1.2.3",
  commit: "abcdef0123456789",
  database: { driver: "sqlite", schema: 43, sizeBytes: "12000000" },
  process: { id: "p", startTime: "2026-03-01T10:00:00Z", openStreams: 3 },
  sessions: { web: 1, device: 2 },
  disks: [{ place: "data", freeBytes: "48000000000" }],
  diskShort: false,
  jobs: [],
  removalPaused: false,
  warnings: [],
  ...changes,
});
const backups = (changes: object = {}) => ({
  folder: "/var/backups",
  time: "03:00",
  making: false,
  kept: [],
  ...changes,
});

test("A46 · the state of the server is shown, with its warnings and without what is missing", async () => {
  const warnings = [
    { time: "2026-03-01T10:00:00Z", level: "warn", message: "the first" },
    { time: "2026-03-01T11:00:00Z", level: "error", message: "the second" },
  ];
  show(ServerState, {
    "GET /api/v1/instance/state": () => [200, state({ diskShort: true, warnings })],
  });
  await screen.findByText("1.2.3 (abcdef012345)");
  screen.getByText("1 browser, 2 devices");
  screen.getByText("48 GB");
  expect(screen.getByRole("alert").textContent).toContain("The disk is almost full.");
  const list = screen.getByRole("list", { name: "Latest warnings" });
  const said = within(list)
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect(said).toEqual([
    expect.stringContaining("the second"),
    expect.stringContaining("the first"),
  ]);
  screen.getByText(/The server makes no backups/);
  expect(screen.queryByRole("button", { name: "Back up now" })).toBeNull();
});

test("A46 · a backup is begun once, and its end is reported", async () => {
  let isMaking = false;
  const kept = [
    {
      name: "tidemark-1",
      makeTime: "2026-03-01T10:00:00Z",
      memoCount: 1,
      fileCount: 2,
      sizeBytes: "1000000",
      fileBytes: "2000000",
    },
  ];
  const heard = show(ServerState, {
    "GET /api/v1/instance/state": () => [
      200,
      state({ backups: backups({ making: isMaking, kept: isMaking ? [] : kept }) }),
    ],
    "POST /api/v1/instance/backups": () => {
      isMaking = true;
      return [200, backups({ making: true })];
    },
  });
  const button = await screen.findByRole("button", { name: "Back up now" });
  fireEvent.click(button);
  await waitFor(() => expect(button.textContent).toBe("Backing up…"));
  fireEvent.click(button);
  isMaking = false;
  await waitFor(() => expect(said()).toEqual(["Backup finished"]));
  screen.getByText("1 memo, 2 files, 3 MB");
  expect(heard.filter((each) => each.startsWith("POST"))).toHaveLength(1);
});

test("A46 · the reason of a failed backup is shown, and nothing is reported as finished", async () => {
  show(ServerState, {
    "GET /api/v1/instance/state": () => [
      200,
      state({ backups: backups({ failure: "no such folder" }) }),
    ],
    "POST /api/v1/instance/backups": () =>
      refusal(400, "FAILED_PRECONDITION", "the server has no folder for backups"),
  });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("The last backup failed: no such folder");
  fireEvent.click(screen.getByRole("button", { name: "Back up now" }));
  await waitFor(() => expect(said()[0]).toMatch(/^Backup not made\. /));
  expect(said()).toHaveLength(1);
});
