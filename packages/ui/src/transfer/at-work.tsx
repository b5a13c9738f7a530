import { useId } from "react";

interface AtWorkProps {
  readonly title: string;
  readonly about?: string;
  /** From 0 to 1; null: nobody knows. */
  readonly part: number | null;
  readonly stop: string;
  onStop(): Promise<void>;
}

/** How far something is, and what ends it. */
export function AtWork({ title, about, part, stop, onStop }: AtWorkProps) {
  const id = useId();
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p id={id} className="tabular-nums">
        {title}
      </p>
      <progress
        aria-labelledby={id}
        className="block h-1.5 w-full accent-accent"
        max={1}
        {...(part !== null && { value: part })}
      />
      {about !== undefined && about !== "" && (
        <p className="text-small text-text-3 [overflow-wrap:anywhere]">{about}</p>
      )}
      <div className="mt-2 flex justify-end">
        <button type="button" className="button" onClick={() => void onStop()}>
          {stop}
        </button>
      </div>
    </div>
  );
}
