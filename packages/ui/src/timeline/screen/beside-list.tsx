import { Suspense } from "react";
import { lazyPart } from "../../lazy/lazy-part.ts";
import { useSidePanel } from "../../state/use-side-panel.ts";

const SidePanel = lazyPart(async () => (await import("../../side/side-panel.tsx")).SidePanel);
const SearchPanel = lazyPart(
  async () => (await import("../../search/search-panel.tsx")).SearchPanel,
);

/** Side panel of a list, if there is room for it. */
export function BesideList(props: { readonly isSearch: boolean; readonly nowMs: number }) {
  if (!useSidePanel()) return null;
  return (
    <Suspense fallback={<aside className="side-panel" />}>
      {props.isSearch ? <SearchPanel /> : <SidePanel nowMs={props.nowMs} />}
    </Suspense>
  );
}
