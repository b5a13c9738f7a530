import { Suspense } from "react";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import { useSidePanel } from "../../state/use-side-panel.ts";

const SidePanel = lazyComponent(async () => (await import("../../side/side-panel.tsx")).SidePanel);
const SearchPanel = lazyComponent(
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
