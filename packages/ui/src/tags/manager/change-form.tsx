import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readTagName } from "@tidemark/core/tag-name";
import { type FormEvent, useDeferredValue, useId, useState } from "react";
import { useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useTagTree } from "../../data/tag-queries.ts";
import { useLanguage } from "../../language/language.ts";
import { MemoWords } from "../memo-words.tsx";
import { managerStrings } from "./strings.ts";
import { useTagRunActions } from "./use-tag-run.ts";

interface ChangeFormProps {
  readonly tag: string;
  readonly act: "rename" | "merge" | "remove";
  done(): void;
}

/** Another name for a tag, or none: what that changes is said before it is done. */
export function ChangeForm({ tag, act, done }: ChangeFormProps) {
  useLanguage();
  const client = useClient();
  const { start } = useTagRunActions();
  const nodes = useTagTree().data ?? [];
  const [typed, setTyped] = useState(act === "rename" ? tag : "");
  const [isStarting, setIsStarting] = useState(false);
  const field = useId();
  const name = readTagName(typed);
  const to = act === "remove" ? null : name.ok ? name.tag : tag;
  const isChange = act === "remove" || (name.ok && to !== tag);
  const wanted = useDeferredValue(to);
  const preview = useQuery({
    queryKey: queryKeys.tagPreview(tag, wanted),
    queryFn: ({ signal }) => client.tags.preview.query({ from: tag, to: wanted }, { signal }),
    enabled: isChange && wanted !== tag,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  }).data;
  const fault =
    act === "remove" || isChange || typed.trim() === "" || (typed === tag && act === "rename")
      ? ""
      : name.ok
        ? managerStrings.sameTag
        : managerStrings.notATag;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isChange || isStarting) return;
    setIsStarting(true);
    void (async () => {
      const isStarted = await start({ from: tag, to });
      setIsStarting(false);
      if (isStarted) done();
    })();
  };

  const hasUnder = nodes.some((node) => node.tag.startsWith(`${tag}/`));
  const merges = preview !== undefined && preview.merged > 0;
  const doing =
    act === "remove"
      ? managerStrings.doRemove
      : merges || act === "merge"
        ? managerStrings.doMerge
        : managerStrings.doRename;
  return (
    <form onSubmit={submit} className="mt-3">
      {act !== "remove" && (
        <>
          <label htmlFor={field} className="text-small text-text-2">
            {act === "merge" ? managerStrings.intoTag : managerStrings.newName}
          </label>
          <input
            id={field}
            type="text"
            dir="auto"
            className="field mt-1"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            list={act === "merge" ? `${field}-tags` : undefined}
            aria-invalid={fault !== ""}
            aria-describedby={`${field}-fault ${field}-preview`}
            value={typed}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.target.value)}
          />
          {act === "merge" && (
            <datalist id={`${field}-tags`}>
              {nodes.flatMap((node) =>
                node.tag === tag ? [] : [<option key={node.tag} value={node.tag} />],
              )}
            </datalist>
          )}
          <p id={`${field}-fault`} role="alert" className="text-small text-danger">
            {fault}
          </p>
        </>
      )}
      <div id={`${field}-preview`} aria-live="polite" className="mt-3 min-h-36 text-small">
        {isChange && preview !== undefined && (
          <>
            <p className="text-body font-semibold">{managerStrings.changes(preview.count)}</p>
            {merges && to !== null && (
              <p className="text-text-2">{managerStrings.merges(`#${to}`, preview.merged)}</p>
            )}
            {hasUnder && (
              <p className="text-text-2">
                {to === null
                  ? managerStrings.removeUnder
                  : to.startsWith(`${tag}/`)
                    ? managerStrings.alone(tag)
                    : managerStrings.withUnder(tag, to)}
              </p>
            )}
            {preview.others > 0 && (
              <p className="text-text-2">{managerStrings.others(preview.others)}</p>
            )}
            {preview.first.length > 0 && (
              <ul className="tag-examples" aria-label={managerStrings.first}>
                {preview.first.map((memo) => (
                  <li key={memo.id} className="truncate" dir="auto">
                    <MemoWords memo={memo}>{memo.snippet}</MemoWords>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      <div className="mt-4 flex justify-end gap-2">
        <button type="button" className="button" onClick={done}>
          {managerStrings.cancel}
        </button>
        <button
          type="submit"
          autoFocus={act === "remove"}
          className={act === "remove" ? "button button-danger" : "button button-primary"}
          disabled={!isChange || isStarting || (preview !== undefined && preview.count === 0)}
        >
          {doing}
        </button>
      </div>
    </form>
  );
}
