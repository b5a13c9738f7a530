import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useRouterState,
} from "@tanstack/react-router";
import { Suspense } from "react";
import { Frame } from "../frame/frame.tsx";
import { FailurePage } from "./failure-page.tsx";
import { inboxPath } from "../state/inbox-address.ts";
import { isLibraryKind, libraryPath } from "../state/library-address.ts";
import { capturePath } from "../address/capture-address.ts";
import { adminPath } from "../address/admin-address.ts";
import { settingsPath } from "../address/settings-address.ts";
import {
  isAuthor,
  isSearchScope,
  scopeOf,
  useShown,
  type ViewSearch,
} from "../state/view-address.ts";
import { lazyComponent, componentOnDemand } from "../lazy/lazy-component.ts";
import { MemoScreen } from "../timeline/screen/memo-screen.tsx";

const MissingPage = lazyComponent(async () => (await import("./missing-page.tsx")).MissingPage);
const MemoPage = lazyComponent(async () => (await import("../memo-page/memo-page.tsx")).MemoPage);

const LibraryScreen = lazyComponent(
  async () => (await import("../library/library-screen.tsx")).LibraryScreen,
);

const ExploreScreen = lazyComponent(
  async () => (await import("../explore/explore-screen.tsx")).ExploreScreen,
);

const InboxScreen = lazyComponent(
  async () => (await import("../inbox/inbox-screen.tsx")).InboxScreen,
);

const TasksScreen = lazyComponent(
  async () => (await import("../tasks/tasks-screen.tsx")).TasksScreen,
);

const PerformancePage = lazyComponent(
  async () => (await import("../performance/performance-page.tsx")).PerformancePage,
);

const SettingsScreen = lazyComponent(
  async () => (await import("../settings/screen/settings-screen.tsx")).SettingsScreen,
);

const AdminGate = lazyComponent(
  async () => (await import("../admin/screen/admin-gate.tsx")).AdminGate,
);

const ReportPage = componentOnDemand(
  async () => (await import("../report/report-page.tsx")).ReportPage,
);

// Only the capture window needs it.
const CaptureScreen = componentOnDemand(
  async () => (await import("../capture/capture-screen.tsx")).CaptureScreen,
);

/** The capture window shows only its composer. */
function Root() {
  const isCapture = useRouterState({ select: ({ location }) => location.pathname === capturePath });
  if (!isCapture) return <Frame />;
  return (
    <Suspense>
      <CaptureScreen />
    </Suspense>
  );
}

const root = createRootRoute({
  component: Root,
  validateSearch: ({
    q,
    tag,
    saved,
    author,
    by,
    kind,
    sort,
    in: scope,
  }: Record<string, unknown>): ViewSearch => ({
    ...(typeof q === "string" && q !== "" ? { q } : {}),
    ...(typeof tag === "string" && tag !== "" ? { tag } : {}),
    ...(typeof saved === "string" && saved !== "" ? { saved } : {}),
    ...(isAuthor(author) ? { author } : {}),
    ...(isSearchScope(scope) ? { in: scope } : {}),
    ...(by === "tag" ? { by } : {}),
    ...(isLibraryKind(kind) ? { kind } : {}),
    ...(sort === "size" ? { sort } : {}),
  }),
});

/** Tasks as lines; searches outside the tasks show memos. */
function TasksRoute() {
  if (useShown(scopeOf) !== "view") return <MemoScreen key="tasks" view="tasks" />;
  return (
    <Suspense fallback={<main className="grow" />}>
      <TasksScreen />
    </Suspense>
  );
}

/** One route for all sections, so that switching between them keeps the screen mounted. */
const settings = createRoute({
  getParentRoute: () => root,
  path: settingsPath,
  component: () => (
    <Suspense fallback={<main className="grow" />}>
      <SettingsScreen />
    </Suspense>
  ),
});

/** One route for all sections, like the settings. */
const admin = createRoute({
  getParentRoute: () => root,
  path: adminPath,
  component: () => (
    <Suspense fallback={<main className="grow" />}>
      <AdminGate />
    </Suspense>
  ),
});

const routeTree = root.addChildren([
  admin.addChildren([createRoute({ getParentRoute: () => admin, path: "$section" })]),
  settings.addChildren([createRoute({ getParentRoute: () => settings, path: "$section" })]),
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <MemoScreen key="timeline" view="timeline" />,
  }),
  createRoute({ getParentRoute: () => root, path: capturePath }),
  createRoute({
    getParentRoute: () => root,
    path: "/tasks",
    component: TasksRoute,
  }),
  createRoute({
    getParentRoute: () => root,
    path: libraryPath,
    component: () => (
      <Suspense fallback={<main className="grow" />}>
        <LibraryScreen />
      </Suspense>
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/explore",
    component: () => (
      <Suspense fallback={<main className="grow" />}>
        <ExploreScreen />
      </Suspense>
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: inboxPath,
    component: () => (
      <Suspense fallback={<main className="grow" />}>
        <InboxScreen />
      </Suspense>
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/archive",
    component: () => <MemoScreen key="archive" view="archive" />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/trash",
    component: () => <MemoScreen key="trash" view="trash" />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/m/$id",
    component: () => (
      <Suspense fallback={<main />}>
        <MemoPage />
      </Suspense>
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/report",
    component: () => (
      <Suspense fallback={<main />}>
        <ReportPage />
      </Suspense>
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/performance",
    component: () => (
      <Suspense fallback={<main />}>
        <PerformancePage />
      </Suspense>
    ),
  }),
]);

function NotFound() {
  return (
    <Suspense>
      <MissingPage />
    </Suspense>
  );
}

/** Creates the router. Addresses are in the URL fragment, so the bundle works under any path and scheme. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    history: createHashHistory(),
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFound,
    // Values stay plain text: a tag named 1 is a string.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][],
      ).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
