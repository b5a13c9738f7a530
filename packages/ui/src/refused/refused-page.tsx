import { useEffect, useRef, useState } from "react";
import { fileSize } from "../attachments/file-size.ts";
import { useLanguage } from "../language/language.ts";
import type { KeptCopy } from "../shell/shell-port.ts";
import { askShell, useShell } from "../shell/shell.ts";
import { momentLabel } from "../time/day-label.ts";
import { refusedStrings } from "./strings.ts";

/** Page that shows why the database can't be opened, with possible actions. */
export function RefusedPage() {
  useLanguage();
  const refused = useShell((shell) => shell.refused);
  // A browser can show neither folders nor logs.
  const hasShell = useShell((shell) => shell.state !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [sure, setSure] = useState<string | null>(null);
  useEffect(() => heading.current?.focus(), []);
  if (refused === null) return null;
  const { message, copies } = refused;
  return (
    <main className="grid h-dvh place-items-center overflow-y-auto p-6">
      <div className="w-full max-w-[34rem]">
        <div role="alert">
          <h1 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
            {refusedStrings.title}
          </h1>
          <p className="mt-2 break-words whitespace-pre-line text-text-2 select-text">{message}</p>
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-primary"
            onClick={() => askShell({ type: "refused", act: "again" })}
          >
            {refusedStrings.again}
          </button>
          {hasShell && (
            <>
              <button
                type="button"
                className="button"
                onClick={() => askShell({ type: "refused", act: "show-folder" })}
              >
                {refusedStrings.showFolder}
              </button>
              <button
                type="button"
                className="button"
                onClick={() => askShell({ type: "show-logs" })}
              >
                {refusedStrings.showLogs}
              </button>
            </>
          )}
          <button
            type="button"
            className="button"
            onClick={() => askShell({ type: "refused", act: "quit" })}
          >
            {refusedStrings.quit}
          </button>
        </div>
        {copies !== null && (
          <section className="mt-6 border-t border-hairline pt-4">
            <h2 className="font-semibold">{refusedStrings.copies}</h2>
            <p className="mt-1 text-small text-text-2">
              {copies.length === 0 ? refusedStrings.noCopies : refusedStrings.copiesBody}
            </p>
            <ul className="mt-2">
              {copies.map((copy) => (
                <Copy
                  key={copy.name}
                  copy={copy}
                  isSure={sure === copy.name}
                  setSure={(isSure) => setSure(isSure ? copy.name : null)}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </main>
  );
}

interface CopyProps {
  readonly copy: KeptCopy;
  readonly isSure: boolean;
  setSure(isSure: boolean): void;
}

function Copy({ copy: { name, madeMs, bytes }, isSure, setSure }: CopyProps) {
  useLanguage();
  const when = momentLabel(madeMs);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline py-1 last:border-0">
      <span className="grow">
        {when} <span className="text-small text-text-3">{fileSize(bytes)}</span>
      </span>
      {isSure ? (
        <>
          <button
            type="button"
            className="button button-primary"
            onClick={() => askShell({ type: "restore-copy", name })}
          >
            {refusedStrings.useCopyOf(when)}
          </button>
          <button type="button" className="button" onClick={() => setSure(false)}>
            {refusedStrings.cancel}
          </button>
        </>
      ) : (
        <button type="button" className="button" onClick={() => setSure(true)}>
          {refusedStrings.useCopy}
        </button>
      )}
    </li>
  );
}
