import { useId, type ReactNode } from "react";

/** Titled section of the panel. */
export function PanelSection(props: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="side-title">
        {props.title}
        {props.note !== undefined && <span className="ms-1.5 font-normal">{props.note}</span>}
      </h2>
      {props.children}
    </section>
  );
}
