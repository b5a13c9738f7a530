/**
 * Request header with the id of the session that a request is for. Required of writes whose credential is the
 * app's cookie, which a sign-in in another tab may have replaced (A38c).
 */
export const sessionHeader = "tidemark-session";
