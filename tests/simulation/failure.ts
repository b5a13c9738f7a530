/** The laws that the simulation holds the programs to (docs/soak.md says what each means). */
export type Law =
  | "I1"
  | "I2"
  | "I3"
  | "I4"
  | "I5"
  | "I6"
  | "I8"
  | "I9"
  | "I10"
  | "I11"
  | "I12"
  | "I13"
  | "I14"
  | "R1"
  | "C5"
  | "S3"
  | "S4"
  | "S7"
  | "T11"
  | "throws"
  | "rest";

/** A law that does not hold. */
export class Broken extends Error {
  readonly law: Law;
  constructor(law: Law, message: string) {
    super(`${law} · ${message}`);
    this.name = "Broken";
    this.law = law;
  }
}

export function hold(law: Law, isTrue: boolean, message: () => string): void {
  if (!isTrue) throw new Broken(law, message());
}
