/** Laws that the simulation checks. docs/soak.md explains each. */
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
  | "R12"
  | "C5"
  | "S3"
  | "S4"
  | "S7"
  | "T3b"
  | "T3e"
  | "T11"
  | "throws"
  | "rest";

/** Error of a broken law. */
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
