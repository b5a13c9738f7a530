import { type ReactNode, Suspense, useState } from "react";

interface OpenedOnceProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Shows nothing until it is opened for the first time; since then it opens and closes by itself. */
export function OpenedOnce({ isOpen, children }: OpenedOnceProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <Suspense>{children}</Suspense>;
}
