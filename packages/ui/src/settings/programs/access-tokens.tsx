import type { WantedAccessToken, WireAccessToken } from "@tidemark/core/sync/protocol";
import { useRef, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useProfile } from "../../data/queries.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { SureButton } from "../../sync/sure-button.tsx";
import { dayInside } from "../../time/day-label.ts";
import { useDay } from "../../time/use-day.ts";
import { configForServer } from "./assistant-config.ts";
import { KeptList } from "./kept-list.tsx";
import { NewToken } from "./new-token.tsx";
import { programStrings as strings } from "./strings.ts";
import { useKeptThere } from "./use-kept-there.ts";

/** Access tokens for scripts and other apps: create, show once, revoke. */
export function AccessTokens() {
  useLanguage();
  const client = useClient();
  const kept = useKeptThere("access tokens", (signal) =>
    client.accessTokens.list.query(undefined, { signal }),
  );
  const serverUrl = useProfile().data?.serverUrl ?? "https://localhost";
  const { host } = new URL(serverUrl);
  const { say, fail, announce } = useFeedback.getState();
  const [value, setValue] = useState<string | null>(null);
  const block = useRef<HTMLDivElement>(null);

  const make = async (wanted: WantedAccessToken): Promise<boolean> => {
    try {
      const made = await client.accessTokens.create.mutate(wanted);
      setValue(made.value);
      announce(strings.tokenMade);
      await kept.readAgain();
      return true;
    } catch (error) {
      fail(strings.tokenNotMade(describeError(error)));
      return false;
    }
  };
  const revoke = async ({ id, name }: WireAccessToken): Promise<void> => {
    try {
      await client.accessTokens.revoke.mutate({ id });
      // The row and its button are about to be removed.
      block.current?.focus();
      await kept.readAgain();
      say(strings.revoked(name));
    } catch (error) {
      fail(strings.notRevoked(describeError(error)));
    }
  };

  return (
    <div ref={block} tabIndex={-1} className="setting-block outline-none">
      <h3>{strings.tokens}</h3>
      <p className="setting-help">{strings.tokensHelp(host)}</p>
      <KeptList kept={kept} name={strings.tokens} none={strings.noTokens}>
        {(token) => (
          <TokenRow
            key={token.id}
            token={token}
            canRevoke={kept.isReachable}
            revoke={() => void revoke(token)}
          />
        )}
      </KeptList>
      {value !== null && (
        <MadeToken
          value={value}
          config={configForServer(serverUrl, value)}
          done={() => setValue(null)}
        />
      )}
      {!kept.isOldServer && <NewToken isDisabled={!kept.canAdd} make={make} />}
    </div>
  );
}

function TokenRow(props: {
  readonly token: WireAccessToken;
  readonly canRevoke: boolean;
  revoke(): void;
}) {
  useLanguage();
  const nowMs = useDay();
  const { name, scope, expiresMs, lastUsedMs } = props.token;
  const may = strings.scopes[scope === "read" || scope === "write" ? scope : "all"];
  const lasts =
    expiresMs === null
      ? strings.noEnd
      : (expiresMs > nowMs ? strings.ends : strings.ended)(dayInside(expiresMs, nowMs));
  const used = lastUsedMs === null ? strings.neverUsed : strings.used(dayInside(lastUsedMs, nowMs));
  return (
    <li>
      <div className="min-w-0 grow">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="text-meta text-text-3">{[may, lasts, used].join(" · ")}</p>
      </div>
      {props.canRevoke && (
        <SureButton label={strings.revoke} sure={strings.revokeSure} act={props.revoke} />
      )}
    </li>
  );
}

/** New token, shown only this once. */
function MadeToken(props: {
  readonly value: string;
  /** Settings of an assistant with this token. */
  readonly config: string;
  done(): void;
}) {
  useLanguage();
  return (
    <section className="told-once" aria-label={strings.tokenValue}>
      <p>{strings.tokenMade}</p>
      <code dir="ltr">{props.value}</code>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button button-primary"
          ref={(button) => button?.focus()}
          onClick={() => void copyText(props.value)}
        >
          {strings.copyToken}
        </button>
        <button type="button" className="button" onClick={() => void copyText(props.config)}>
          {strings.copyForAssistant}
        </button>
        <button type="button" className="button" onClick={props.done}>
          {strings.stored}
        </button>
      </div>
    </section>
  );
}
