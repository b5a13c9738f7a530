/** Access to the composer's text, in the plain field or in the editor. */
export interface ComposerText {
  read(): string;
  /** Replaces the text and puts the caret at its end. */
  replace(content: string): void;
  /** Inserts a text before the others, once no composition is open. The caret stays at its letter. */
  prepend(content: string): Promise<void>;
  focus(): void;
  blur(): void;
}
