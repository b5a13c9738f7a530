import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TagChangePreview } from "@tidemark/core/memo";
import { readTagName } from "@tidemark/core/tag-name";
import { type FormEvent, useDeferredValue, useId, useState } from "react";
import { useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useTagTree } from "../../data/tag-queries.ts";
import { useLanguage } from "../../language/language.ts";
import { MemoWords } from "../memo-words.tsx";
import { managerStrings } from "./strings.ts";
import { useTagRunActions } from "./use-tag-run.ts";

type Act = "rename" | "merge" | "remove";

interface ChangeFormProps {
  readonly tag: string;
  readonly act: Act;
  done(): void;
}

/** Form that renames, merges or removes a tag, with a preview of the effects. */
export function ChangeForm({ tag, act, done }: ChangeFormProps) {
  useLanguage();
  const { start } = useTagRunActions();
  const [typed, setTyped] = useState(act === "rename" ? tag : "");
  const [isStarting, setIsStarting] = useState(false);
  const field = useId();
  const { to, isChange, fault } = changeOf({ tag, act, typed });
  const preview = usePreview(tag, to, isChange);

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

  return (
    <form onSubmit={submit} className="mt-3">
      {act !== "remove" && <NameField {...{ tag, act, field, fault, typed, setTyped }} />}
      <div id={`${field}-preview`} aria-live="polite" className="mt-3 min-h-36 text-small">
        {isChange && preview !== undefined && <Preview tag={tag} to={to} preview={preview} />}
      </div>
      <div className="mt-4 flex justify-end gap-2">
        <button type="button" className="button" onClick={done}>
          {managerStrings.cancel}
        </button>
        <button
          type="submit"
          autoFocus={act === "remove"}
          className={act === "remove" ? "button button-danger" : "button button-primary"}
          disabled={!isChange || isStarting || preview?.count === 0}
        >
          {doing(act, preview)}
        </button>
      </div>
    </form>
  );
}

function doing(act: Act, preview: TagChangePreview | undefined): string {
  if (act === "remove") return managerStrings.doRemove;
  const isMerge = act === "merge" || (preview?.merged ?? 0) > 0;
  return isMerge ? managerStrings.doMerge : managerStrings.doRename;
}

/** Returns the new tag, whether it differs from the old one, and the error of the input. */
function changeOf({ tag, act, typed }: { tag: string; act: Act; typed: string }) {
  const name = readTagName(typed);
  if (act === "remove") return { to: null, isChange: true, fault: "" };
  const to = name.ok ? name.tag : tag;
  const isChange = name.ok && to !== tag;
  const isUntouched = typed.trim() === "" || (typed === tag && act === "rename");
  if (isChange || isUntouched) return { to, isChange, fault: "" };
  return { to, isChange, fault: name.ok ? managerStrings.sameTag : managerStrings.notATag };
}

function usePreview(
  tag: string,
  to: string | null,
  isChange: boolean,
): TagChangePreview | undefined {
  const client = useClient();
  const wanted = useDeferredValue(to);
  return useQuery({
    queryKey: queryKeys.tagPreview(tag, wanted),
    queryFn: ({ signal }) => client.tags.preview.query({ from: tag, to: wanted }, { signal }),
    enabled: isChange && wanted !== tag,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  }).data;
}

function NameField(props: {
  readonly tag: string;
  readonly act: Act;
  /** Prefix of the element ids. */
  readonly field: string;
  readonly fault: string;
  readonly typed: string;
  setTyped(typed: string): void;
}) {
  useLanguage();
  const { tag, act, field, fault } = props;
  const nodes = useTagTree().data ?? [];
  return (
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
        value={props.typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => props.setTyped(event.target.value)}
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
  );
}

function Preview(props: {
  readonly tag: string;
  readonly to: string | null;
  readonly preview: TagChangePreview;
}) {
  useLanguage();
  const { tag, to, preview } = props;
  const nodes = useTagTree().data ?? [];
  return (
    <>
      <p className="text-body font-semibold">{managerStrings.changes(preview.count)}</p>
      {preview.merged > 0 && to !== null && (
        <p className="text-text-2">{managerStrings.merges(`#${to}`, preview.merged)}</p>
      )}
      {nodes.some((node) => node.tag.startsWith(`${tag}/`)) && (
        <p className="text-text-2">
          {to === null
            ? managerStrings.removeUnder
            : to.startsWith(`${tag}/`)
              ? managerStrings.alone(tag)
              : managerStrings.withUnder(tag, to)}
        </p>
      )}
      {preview.others > 0 && <p className="text-text-2">{managerStrings.others(preview.others)}</p>}
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
  );
}
