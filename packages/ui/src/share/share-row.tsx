import type { ShareLink } from "@tidemark/core/router";
import { Copy, QrCode as QrIcon, Unlink } from "lucide-react";
import { Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { copyText } from "../feedback/copy-text.ts";
import { useLanguage } from "../language/language.ts";
import { componentOnDemand } from "../lazy/lazy-component.ts";
import { dayInside, momentLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { shareStrings } from "./strings.ts";

const QrCode = componentOnDemand(async () => (await import("./qr-code.tsx")).QrCode);
const icon = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ShareRowProps {
  readonly link: ShareLink;
  /** For a link created just now, whether it was copied; null for earlier links. */
  readonly isCopied: boolean | null;
  /** False while the server is unreachable. */
  readonly canRevoke: boolean;
  revoke(): Promise<void>;
}

/** Link with its URL, expiry and actions. */
export function ShareRow({ link, isCopied, canRevoke, revoke }: ShareRowProps) {
  useLanguage();
  const nowMs = useDay();
  const [shows, setShows] = useState<"code" | "question" | null>(null);
  const copy = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  // A new link takes the focus, copied or not.
  const isNew = isCopied !== null;
  useEffect(() => {
    if (isNew) copy.current?.focus();
  }, [isNew]);
  const { url, createdMs, expiresMs } = link;
  return (
    <li className="share-row">
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <p className="share-address" dir="ltr" title={url}>
            {url.replace(/^https?:\/\//, "")}
          </p>
          <p className="text-meta text-text-3 tabular-nums">
            {expiresMs === null ? (
              shareStrings.staysOpen
            ) : (
              <time
                className="whitespace-nowrap"
                dateTime={new Date(expiresMs).toISOString()}
                title={momentLabel(expiresMs)}
              >
                {shareStrings.ends(dayInside(expiresMs - 1, nowMs))}
              </time>
            )}
            {" · "}
            <time
              className="whitespace-nowrap"
              dateTime={new Date(createdMs).toISOString()}
              title={momentLabel(createdMs)}
            >
              {shareStrings.created(dayInside(createdMs, nowMs))}
            </time>
          </p>
        </div>
        <button
          ref={copy}
          type="button"
          className="icon-button"
          aria-label={shareStrings.copy}
          title={shareStrings.copy}
          onClick={() => void copyText(url, shareStrings.copyFailed)}
        >
          <Copy {...icon} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={shows === "code" ? shareStrings.hideCode : shareStrings.showCode}
          title={shows === "code" ? shareStrings.hideCode : shareStrings.showCode}
          aria-expanded={shows === "code"}
          onClick={() => setShows(shows === "code" ? null : "code")}
        >
          <QrIcon {...icon} />
        </button>
        <button
          ref={ask}
          type="button"
          className="icon-button"
          aria-label={shareStrings.revoke}
          title={shareStrings.revoke}
          aria-expanded={shows === "question"}
          disabled={!canRevoke}
          onClick={() => setShows(shows === "question" ? null : "question")}
        >
          <Unlink {...icon} />
        </button>
      </div>
      {isCopied !== null && (
        // The live region announces it; screen readers would miss it here.
        <p className="mt-0.5 text-small text-text-2" data-copied={isCopied}>
          {isCopied ? shareStrings.madeAndCopied : shareStrings.madeOnly}
        </p>
      )}
      {shows === "code" && (
        <Suspense fallback={<div className="share-code" />}>
          <QrCode text={url} label={shareStrings.code} />
        </Suspense>
      )}
      {shows === "question" && (
        <Question
          revoke={revoke}
          close={() => {
            setShows(null);
            ask.current?.focus();
          }}
        />
      )}
    </li>
  );
}

function Question(props: { revoke(): Promise<void>; close(): void }) {
  useLanguage();
  const keep = useRef<HTMLButtonElement>(null);
  const [isRevoking, setIsRevoking] = useState(false);
  useFocusOn(keep);
  return (
    <div role="group" aria-label={shareStrings.revoke} className="share-question">
      <p>{shareStrings.revokeAsk}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <button ref={keep} type="button" className="button" onClick={props.close}>
          {shareStrings.keep}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={isRevoking}
          onClick={() => {
            setIsRevoking(true);
            void props.revoke().finally(() => setIsRevoking(false));
          }}
        >
          {shareStrings.revokeSure}
        </button>
      </div>
    </div>
  );
}

/** Focuses the safe answer when the question is mounted. */
function useFocusOn(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => button.current?.focus(), [button]);
}
