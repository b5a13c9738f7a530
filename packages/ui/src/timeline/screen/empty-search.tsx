import type { SearchScope } from "@tidemark/core/router";
import { readSearch, searchWords } from "@tidemark/core/search";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { newId } from "../../data/new-id.ts";
import { queryKeys } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { EmptyMessage } from "../../feedback/empty-message.tsx";
import { useLanguage } from "../../language/language.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { setUi } from "../../state/ui-state.ts";
import { listedBy, useGoTo, useGoToMemo, type ViewAddress } from "../../state/view-address.ts";
import { findingStrings as strings } from "../../search/finding-strings.ts";
import { usePutSearch } from "../../search/use-put-search.ts";

interface EmptySearchProps {
  readonly address: ViewAddress;
  readonly scope: SearchScope;
}

/** Maximum number of words that are tried one by one. */
const maxTried = 6;

/** Message of a search without results: the word that excludes all memos, and ways out. */
export function EmptySearch({ address, scope }: EmptySearchProps) {
  useLanguage();
  const goTo = useGoTo();
  const put = usePutSearch();
  const { q = "", view, tag, author } = address;
  const culprit = useCulprit(address);
  const { create } = useMemoActions();
  const goToMemo = useGoToMemo();
  const title = titleOf(q);
  const isBegun = useRef(false);
  const begin = async (): Promise<void> => {
    if (isBegun.current) return;
    isBegun.current = true;
    const content = tag === undefined ? title : `${title}\n\n#${tag}`;
    try {
      const { id } = await create({ id: newId(), content });
      setUi({ editingId: null, editOnOpenId: id });
      goToMemo(id);
    } catch (error) {
      isBegun.current = false;
      useFeedback.getState().fail(describeError(error));
    }
  };
  // Ignored operators do not narrow the result.
  const asked = searchWords(q).join(" ") || q.trim();
  const said =
    culprit === null
      ? scope === "all"
        ? strings.leavesNothing(asked)
        : strings.leavesNothingHere(asked)
      : strings.partLeavesNothing(culprit.part);
  return (
    <>
      <EmptyMessage title={strings.nothing} body={said} />
      <div className="-mt-9 mb-14 flex flex-wrap justify-center gap-2">
        {culprit !== null && (
          <button type="button" className="button" onClick={() => put(culprit.others)}>
            {strings.without(culprit.part)}
          </button>
        )}
        {scope !== "all" && (
          <button
            type="button"
            className="button"
            onClick={() =>
              goTo({
                view,
                q,
                ...(tag === undefined ? {} : { tag }),
                ...(author === undefined ? {} : { author }),
                in: "all",
              })
            }
          >
            {strings.everywhere}
          </button>
        )}
        {title !== "" && (
          <button type="button" className="button" onClick={() => void begin()}>
            {strings.newMemo(title)}
          </button>
        )}
        <button type="button" className="button" onClick={() => put("")}>
          {strings.clearIt}
        </button>
      </div>
    </>
  );
}

/** Returns the first line of a memo that a search without operators asks for; "" for others. */
function titleOf(search: string): string {
  const { operators, problems, celStart } = readSearch(search);
  const isPlain = operators.length === 0 && problems.length === 0 && celStart === null;
  return isPlain ? search.replaceAll('"', "").trim() : "";
}

interface Culprit {
  readonly part: string;
  /** The search without it. */
  readonly others: string;
}

/** Returns the first word without which the search finds something; `null` if there is none. */
function useCulprit(address: ViewAddress): Culprit | null {
  const client = useClient();
  const { search: typed, ...asked } = listedBy(address);
  const words = searchWords(typed);
  const isTried = words.length > 1 && words.length <= maxTried;
  const { data } = useQuery({
    queryKey: [...queryKeys.allAround, "culprit", asked, words],
    queryFn: async ({ signal }): Promise<Culprit | null> => {
      for (const [at, part] of words.entries()) {
        const others = words.toSpliced(at, 1).join(" ");
        const search = { ...asked, search: others, pageSize: 1 };
        const { memos } = await client.memos.list.query(search, { signal });
        if (memos.length > 0) return { part, others };
      }
      return null;
    },
    enabled: isTried,
    staleTime: 0,
    gcTime: 0,
  });
  return isTried ? (data ?? null) : null;
}
