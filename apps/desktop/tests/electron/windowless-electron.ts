/** The part of Electron that a program without a window uses. */
export const app = { isPackaged: true, exit: (code: number): void => process.exit(code) };
