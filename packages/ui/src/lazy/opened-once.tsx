import { type ReactNode, Suspense, useState } from "react";

interface OpenedOnceProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Renders nothing until it is first opened, and keeps its children mounted from then on. */
export function OpenedOnce({ isOpen, children }: OpenedOnceProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <Suspense>{children}</Suspense>;
}
