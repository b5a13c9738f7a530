import { useQueryClient } from "@tanstack/react-query";
import type { ViewFields } from "@tidemark/core/view";
import { useMemo } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { readViewsAgain } from "../data/read-views.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { viewListStrings } from "./list-strings.ts";

/** View as returned by the app router. */
export type ShownView = ViewFields & { readonly id: string; readonly createdMs: number };

export interface ViewActions {
  /** Returns the view's id; throws if the host rejects it. */
  save(id: string | null, fields: ViewFields): Promise<string>;
  remove(view: ShownView): void;
  /** Moves a view before another one; null moves it to the end. */
  move(id: string, before: string | null): void;
}

export function useViewActions(): ViewActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const { say, fail } = useFeedback.getState();
    const show = (): Promise<void> => readViewsAgain(queries);
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        fail(describeError(error));
      }
    };
    return {
      async save(id, fields) {
        const view =
          id === null
            ? await client.views.create.mutate(fields)
            : await client.views.update.mutate({ id, changes: fields });
        await show();
        return view.id;
      },
      remove: (view) =>
        void attempt(async () => {
          const views = await client.views.list.query();
          const after = views[views.findIndex(({ id }) => id === view.id) + 1];
          await client.views.remove.mutate({ id: view.id });
          await show();
          say(viewListStrings.removed(view.title), async () => {
            const { title, filter, icon } = view;
            const again = await client.views.create.mutate({ title, filter, icon });
            if (after !== undefined) {
              await client.views.move.mutate({ id: again.id, before: after.id });
            }
            await show();
          });
        }),
      move: (id, before) =>
        void attempt(async () => {
          queries.setQueryData(queryKeys.views, await client.views.move.mutate({ id, before }));
        }),
    };
  }, [client, queries]);
}
