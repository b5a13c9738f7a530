declare module "katex/dist/katex.min.css";
