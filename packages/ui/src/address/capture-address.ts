/** Path of the capture page, which has nothing around its composer. */
export const capturePath = "/capture";
