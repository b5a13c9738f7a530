import type { ReactNode } from "react";
import { MenuButton } from "./menu-button.tsx";

/** Screen with a single message. In narrow windows its menu button is at the usual place. */
export function MessagePage({ children }: { readonly children: ReactNode }) {
  return (
    <main className="flex min-w-0 grow flex-col">
      <div className="flex h-14 flex-none items-center px-4 rail:hidden">
        <MenuButton />
      </div>
      <div className="grid grow place-content-center p-6">{children}</div>
    </main>
  );
}
