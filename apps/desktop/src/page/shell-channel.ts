/** Name of the page's messages to main about the window around it, and of main's to the page. */
export const shellChannel = "tidemark:shell";
