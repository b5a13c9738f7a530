/** All of Electron that a program without a window asks for. */
export const app = { isPackaged: true, exit: (code: number): void => process.exit(code) };
