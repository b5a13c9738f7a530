type PathOf = (file: File) => string;

let ask: PathOf = () => "";

/** Sets the function by which a desktop window returns the paths of files. */
export function knowPathsBy(pathOf: PathOf): void {
  ask = pathOf;
}

/** Returns a file's path on this machine; "" in a browser. */
export function pathOfFile(file: File): string {
  return ask(file);
}
