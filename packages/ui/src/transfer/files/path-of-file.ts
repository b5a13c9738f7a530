type PathOf = (file: File) => string;

let ask: PathOf = () => "";

/** Has a window say where files are that somebody hands to the page. */
export function knowPathsBy(pathOf: PathOf): void {
  ask = pathOf;
}

/** Where a file is on this machine; "": a browser does not say it. */
export function pathOfFile(file: File): string {
  return ask(file);
}
