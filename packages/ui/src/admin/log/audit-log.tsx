import type { AuditEntry } from "@tidemark/client";
import { useId, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { momentLabel } from "../../time/day-label.ts";
import { answerOf, useServer } from "../ask-server.ts";
import { Loaded } from "../loaded.tsx";
import { MoreButton } from "../more-button.tsx";
import { usePages } from "../use-pages.ts";
import { filterOf, type LogFilter } from "./log-filter.ts";
import { logStrings as strings } from "./strings.ts";

/** Security-relevant events of the server, newest first. */
export function AuditLog() {
  useLanguage();
  const server = useServer();
  const [shown, setShown] = useState<LogFilter>({ action: null, person: "" });
  const filter = filterOf(shown);
  const pages = usePages(["log", filter], (pageToken) =>
    answerOf(
      server.call("GET /api/v1/instance/auditLog", { query: { pageSize: 50, pageToken, filter } }),
    ),
  );
  return (
    <div className="setting-block">
      <p className="setting-help">{strings.help}</p>
      <FilterForm shown={shown} show={setShown} />
      <Loaded query={pages}>
        {(data) => {
          const entries = data.pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <p role="status" className="setting-help py-3">
              {strings.none}
            </p>
          ) : (
            <>
              <ul aria-label={strings.log} className="kept-there admin-log">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function FilterForm(props: { readonly shown: LogFilter; show(filter: LogFilter): void }) {
  useLanguage();
  const { shown, show } = props;
  const id = useId();
  const [person, setPerson] = useState(shown.person);
  const actions = Object.keys(strings.actions) as AuditEntry["action"][];
  return (
    <form
      role="search"
      className="new-there admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        show({ ...shown, person });
      }}
    >
      <label htmlFor={`${id}-action`}>
        {strings.action}
        <select
          id={`${id}-action`}
          className="share-field"
          value={shown.action ?? ""}
          onChange={({ target }) => {
            const action = actions.find((each) => each === target.value) ?? null;
            show({ action, person });
          }}
        >
          <option value="">{strings.allActions}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {strings.actions[action]}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-person`}>
        {strings.person}
        <input
          id={`${id}-person`}
          className="field"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={person}
          onChange={(event) => setPerson(event.target.value)}
        />
      </label>
      <button type="submit" className="button">
        {strings.filter}
      </button>
    </form>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  useLanguage();
  const { action, target, time, actor, address, count = 1 } = entry;
  // A newer server may have other actions.
  const words = (strings.actions as Readonly<Record<string, string>>)[action] ?? action;
  const facts = [
    momentLabel(Date.parse(time)),
    ...(actor === "" ? [] : [actor === "users/local" ? strings.onServer : strings.by(bare(actor))]),
    ...(address === "" ? [] : [strings.from(address)]),
    ...(count > 1 ? [strings.times(count)] : []),
  ];
  return (
    <li>
      <div className="min-w-0 grow">
        <p>
          <span className="me-1 font-medium">{words}</span>{" "}
          {target !== "" && <bdi className="break-words text-text-2">{bare(target)}</bdi>}
        </p>
        <p className="text-meta text-text-3">{facts.join(" · ")}</p>
      </div>
    </li>
  );
}

/** Returns the last part of the name of a user or a setting, and other names as they are. */
function bare(name: string): string {
  return name.replace(/^(?:users|instance\/settings)\/(?=[^/]+$)/, "");
}
