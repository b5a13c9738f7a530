/** Matches the extensions of notes. */
export const noteName = /\.(md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|rmd|text|txt)$/i;

/** Returns true if a file is a note by its name. */
export function isNote(path: string): boolean {
  return noteName.test(path);
}
