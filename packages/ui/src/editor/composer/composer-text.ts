/** Access to the composer's text, in the plain field or in the editor. */
export interface ComposerText {
  read(): string;
  /** Replaces the text and puts the caret at its end. */
  replace(content: string): void;
  focus(): void;
  blur(): void;
}
