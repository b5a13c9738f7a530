/** Name of the messages between the page and main about its window. */
export const shellChannel = "tidemark:shell";
