import { useId, type InputHTMLAttributes } from "react";

interface FormFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly help?: string;
  /** Error message for the input; replaces the help. */
  readonly problem?: string | null;
}

/** Labelled input with help or an error below it. */
export function FormField({ label, help, problem = null, ...input }: FormFieldProps) {
  const id = useId();
  const note = problem ?? help;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="field aria-invalid:border-danger"
        aria-invalid={problem !== null}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={`text-meta ${problem === null ? "text-text-3" : "text-danger"}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
