/** Where a text is captured: a page without anything around it. */
export const capturePath = "/capture";
