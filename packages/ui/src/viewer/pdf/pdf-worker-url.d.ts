declare module "pdfjs-dist/build/pdf.worker.min.mjs?url" {
  /** Where the script is served. */
  const address: string;
  export default address;
}
