/** What the bundler makes of a style sheet: nothing that a program sees. */
declare module "*.css";
