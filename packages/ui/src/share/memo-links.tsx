import type { MemoView } from "@tidemark/core/router";
import { useEffect, useId, useRef, useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { tryToCopy } from "../feedback/copy-text.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import { setUi } from "../state/ui-state.ts";
import { NewLink } from "./new-link.tsx";
import { ShareRow } from "./share-row.tsx";
import { shareStrings } from "./strings.ts";
import { type SharesNow, useShares } from "./use-shares.ts";

/** Links of a memo and a form for a new one, or the reason why none can be created. */
export function MemoLinks(props: {
  readonly memo: MemoView;
  /** True where links aren't the main content of the screen. */
  readonly isQuiet?: boolean;
  /** Called when actions are possible: the links are loaded, loading failed, or there is no server. */
  onReady?(): void;
}) {
  useLanguage();
  const { memo, isQuiet = false, onReady } = props;
  const client = useClient();
  const now = useShares(memo);
  const { say, fail, announce } = useFeedback.getState();
  const [made, setMade] = useState<MadeLink | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const canAsk = now.unreachable === null && now.shares?.state === "listed";
  const isReady = canAsk || !now.hasServer || now.error !== null;
  const whenReady = useRef(onReady);
  whenReady.current = onReady;
  useEffect(() => {
    if (isReady) whenReady.current?.();
  }, [isReady]);
  if (!now.hasServer) return <NoServer />;
  const links = now.shares?.state === "listed" ? now.shares.links : [];
  const reason = reasonOf(now, memo);

  const make = async (expiresMs: number | null): Promise<void> => {
    try {
      const { token, url } = await client.shares.create.mutate({ memo: memo.id, expiresMs });
      const isCopied = await tryToCopy(url);
      await now.readAgain();
      setMade({ token, isCopied });
      announce(isCopied ? shareStrings.madeAndCopied : shareStrings.madeOnly);
    } catch (error) {
      fail(shareStrings.notMade(describeError(error)));
    }
  };
  const revoke = async (token: string): Promise<void> => {
    try {
      await client.shares.revoke.mutate({ memo: memo.id, token });
      // The row and its button are about to be removed.
      list.current?.focus();
      await now.readAgain();
      say(shareStrings.revoked);
    } catch (error) {
      fail(shareStrings.notRevoked(describeError(error)));
    }
  };

  return (
    <div ref={list} tabIndex={-1} className="share-links outline-none">
      {reason !== null && (
        <p role="status" className="share-note">
          {reason}
        </p>
      )}
      <Failure now={now} />
      {links.length > 0 && (
        <ul aria-label={shareStrings.links}>
          {links.map((link) => (
            <ShareRow
              key={link.token}
              link={link}
              isCopied={link.token === made?.token ? made.isCopied : null}
              canRevoke={canAsk}
              revoke={() => revoke(link.token)}
            />
          ))}
        </ul>
      )}
      {canAsk && links.length === 0 && (
        <p className="text-small text-text-3">{shareStrings.none}</p>
      )}
      {now.shares?.state !== "old-server" && (
        <NewLink isDisabled={!canAsk} isQuiet={isQuiet} make={make} />
      )}
    </div>
  );
}

function Failure({ now }: { readonly now: SharesNow }) {
  useLanguage();
  if (now.error === null || now.unreachable !== null) return null;
  return (
    <div role="alert" className="share-note">
      <p>{shareStrings.failed(describeError(now.error))}</p>
      <button type="button" className="button mt-2" onClick={() => void now.readAgain()}>
        {shareStrings.retry}
      </button>
    </div>
  );
}

/** Link created just now. */
interface MadeLink {
  readonly token: string;
  readonly isCopied: boolean;
}

/** Returns the message to show first; null if there is none. */
function reasonOf(
  { shares, unreachable, isAsking, error }: SharesNow,
  memo: MemoView,
): string | null {
  if (unreachable !== null) return shareStrings.unreachable[unreachable];
  if (shares === undefined) return isAsking && error === null ? shareStrings.loading : null;
  if (shares.state === "not-sent") return shareStrings.notSent;
  if (shares.state === "old-server") return shareStrings.oldServer;
  if (memo.state === "ARCHIVED") return shareStrings.archived;
  return memo.isSynced ? null : shareStrings.oldText;
}

function NoServer() {
  useLanguage();
  const id = useId();
  return (
    <div className="share-links">
      <p id={id} className="text-small text-text-2">
        {shareStrings.noServer}
      </p>
      <button
        type="button"
        className="button mt-1"
        aria-describedby={id}
        onClick={() => setUi({ sharingId: null, isConnectOpen: true })}
      >
        {shareStrings.connect}
      </button>
    </div>
  );
}
