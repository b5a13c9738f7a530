import { useKeysHere } from "../keys/shown-keys.ts";
import { useSingleKeys } from "../state/single-keys.ts";

/** Keys of a command at the end of its menu row, unless single-key shortcuts are off. */
export function RowKeys({ keys = "" }: { readonly keys?: string | undefined }) {
  const areOn = useSingleKeys((state) => state.areOn);
  const here = useKeysHere();
  const isCharacter = [...keys.replace("Shift+", "")].length === 1;
  if (keys === "" || (isCharacter && !areOn)) return null;
  return (
    <kbd
      aria-hidden
      className="ms-auto ps-6 font-sans [span+&]:ms-0 [span+&]:ps-3 text-meta text-text-3 pointer-coarse:hidden"
    >
      {here(keys)}
    </kbd>
  );
}
