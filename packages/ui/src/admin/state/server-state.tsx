import { useQuery } from "@tanstack/react-query";
import type { InstanceState } from "@tidemark/client";
import type { ReactNode } from "react";
import { fileSize } from "../../attachments/file-size.ts";
import { asked } from "../../data/queries.ts";
import { useLanguage, writtenAs } from "../../language/language.ts";
import { SettingRow } from "../../settings/setting-row.tsx";
import { shortMomentLabel } from "../../time/day-label.ts";
import { adminKey, answerOf, useServer } from "../ask-server.ts";
import { Loaded } from "../loaded.tsx";
import { ServerBackups } from "./server-backups.tsx";
import { stateStrings as strings } from "./strings.ts";

/** Time between two looks while the screen is shown, in milliseconds. */
const everyMs = 15_000;
/** The same while a backup is made. */
const makingMs = 2000;

/** State of the server: version, disks, backups and the latest warnings. */
export function ServerState() {
  useLanguage();
  const server = useServer();
  const query = useQuery({
    ...asked,
    queryKey: [adminKey, "state"],
    queryFn: () => answerOf(server.call("GET /api/v1/instance/state", {})),
    refetchInterval: ({ state }) => (state.data?.backups?.making === true ? makingMs : everyMs),
    retry: false,
  });
  return (
    <Loaded query={query}>
      {(state) => (
        <>
          {state.diskShort && <Alert>{strings.diskShort}</Alert>}
          {state.removalPaused && <Alert>{strings.removalPaused}</Alert>}
          <ServerBackups state={state} />
          <Figures state={state} />
          <Warnings warnings={state.warnings} />
        </>
      )}
    </Loaded>
  );
}

function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="setting-block text-small text-danger">
      {children}
    </p>
  );
}

function Figures({ state }: { readonly state: InstanceState }) {
  useLanguage();
  const { version, commit, process, database, sessions, disks } = state;
  const drivers = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;
  const figures: readonly (readonly [title: string, value: string])[] = [
    [strings.version, commit === "" ? version : `${version} (${commit.slice(0, 12)})`],
    [strings.running, shortMomentLabel(Date.parse(process.startTime))],
    [strings.database, `${drivers[database.driver]}, ${fileSize(Number(database.sizeBytes))}`],
    [strings.sessions, strings.sessionCounts(sessions.web, sessions.device)],
    [strings.streams, new Intl.NumberFormat(writtenAs()).format(process.openStreams)],
    ...disks
      // Data and files are on one disk by default.
      .filter(({ place, freeBytes }) => place === "data" || freeBytes !== disks[0]?.freeBytes)
      .map(({ place, freeBytes }) => {
        const title = place === "files" ? strings.disk.files : strings.disk.data;
        return [title, fileSize(Number(freeBytes))] as const;
      }),
  ];
  return figures.map(([title, value]) => (
    <SettingRow key={title} title={title}>
      <p>{value}</p>
    </SettingRow>
  ));
}

function Warnings({ warnings }: Pick<InstanceState, "warnings">) {
  useLanguage();
  const newestFirst = warnings.toReversed();
  return (
    <section className="setting-block">
      <h3>{strings.warnings}</h3>
      {newestFirst.length === 0 ? (
        <p className="setting-help">{strings.noWarnings}</p>
      ) : (
        <ul aria-label={strings.warnings} className="kept-there">
          {newestFirst.map(({ time, message }, n) => (
            // Two warnings may have the same time and words.
            <li key={`${time} ${newestFirst.length - n}`}>
              <div className="min-w-0 grow">
                <p className="break-words">{message}</p>
                <p className="text-meta text-text-3">{shortMomentLabel(Date.parse(time))}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
