/** Scheme of the page's origin in Electron. It is a secure context and has no port. */
export const appScheme = "tidemark";
export const appOrigin = `${appScheme}://app`;
