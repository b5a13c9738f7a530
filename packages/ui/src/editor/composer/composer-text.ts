/** The text of the composer, wherever it is written just now. */
export interface ComposerText {
  read(): string;
  /** Puts another text in its place, with the caret at its end. */
  replace(content: string): void;
  focus(): void;
  blur(): void;
}
