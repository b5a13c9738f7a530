import type { MemoView, SyncStatus } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { LockedPage } from "../src/app/locked-page.tsx";
import { Composer } from "../src/editor/composer/composer.tsx";
import { SyncPill } from "../src/sync/pill/sync-pill.tsx";
import { EmptyState } from "../src/timeline/screen/empty-state.tsx";
import type { MemoActions } from "../src/memo/memo-actions.ts";
import { useMemoActions } from "../src/memo/memo-actions.ts";
import { MemoCard } from "../src/timeline/card/memo-card.tsx";
import { memoView } from "../tests/memo-view.ts";

/** Component in one state. */
export interface Part {
  readonly title: string;
  /** Sync status of its profile; without a server if absent. */
  readonly status?: Partial<SyncStatus>;
  readonly show: () => ReactNode;
}

const nowMs = Date.UTC(2026, 5, 1, 12);
const hourMs = 3_600_000;

const everyMark = `# Passage to Ouessant

Leave **early**, *before* the ~~ebb~~ flood; see \`tide --next\` and https://example.org.

> Fog is likely in the morning.

- [ ] fill the tank
- [x] buy bread

| Hour | Height |
| --- | --- |
| 06:00 | 4.2 m |

#sea/passage #boat`;

function card(title: string, memo: Partial<MemoView>): Part {
  return { title: `Memo: ${title}`, show: () => <Card memo={memo} /> };
}

function Card({ memo }: { readonly memo: Partial<MemoView> }) {
  const actions: MemoActions = useMemoActions();
  return (
    <MemoCard
      memo={memoView({ createdMs: nowMs - hourMs, updatedMs: nowMs - hourMs, ...memo })}
      position={1}
      setSize={1}
      isFirst
      isLast
      terms={[]}
      nowMs={nowMs}
      isActive={false}
      isEditing={false}
      isLine={false}
      isHit={false}
      above={undefined}
      actions={actions}
      onTag={() => {}}
      openMenu={() => {}}
    />
  );
}

function pill(title: string, status: Partial<SyncStatus>): Part {
  return { title: `Sync: ${title}`, status, show: () => <SyncPill isRail={false} /> };
}

function empty(title: string, tag?: string): Part {
  const show = (): ReactNode => (
    <EmptyState
      view="timeline"
      tag={tag}
      saved={undefined}
      isFirstRun={tag === undefined}
      clear={() => {}}
    />
  );
  return { title: `List: ${title}`, show };
}

const server = { serverUrl: "https://memos.example" } as const;

export const parts: readonly Part[] = [
  { title: "Composer", show: () => <Composer /> },
  card("plain", { content: "Low water at six. #tide" }),
  card("every mark-up", { content: everyMark }),
  card("pinned and shared", { content: "For everybody", pinned: true, visibility: "PUBLIC" }),
  card("somebody else's", { content: "Bob's plan", author: "bob", visibility: "PROTECTED" }),
  card("merged", { content: "Two have written here", isMerged: true }),
  card("not sent yet", { content: "Waits for the network", isSynced: false }),
  card("in the trash", { content: "Gone soon", deletedMs: nowMs }),
  pill("no server", {}),
  pill("in step", { ...server, state: "synced", lastSyncedMs: nowMs }),
  pill("offline", {
    ...server,
    state: "offline",
    waiting: 3,
    error: { code: "unreachable", params: { host: "notes.example.org" } },
  }),
  pill("refused", { ...server, state: "synced", rejected: 1 }),
  pill("signed out", { ...server, state: "sign-in" }),
  empty("nothing written yet"),
  empty("nothing found", "volcano"),
  { title: "Page of a stranger", show: () => <LockedPage /> },
];
