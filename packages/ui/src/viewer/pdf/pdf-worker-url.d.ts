declare module "pdfjs-dist/build/pdf.worker.min.mjs?url" {
  /** Address of the script. */
  const address: string;
  export default address;
}
