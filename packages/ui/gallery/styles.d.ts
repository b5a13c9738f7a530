/** Type of an imported style sheet, which exports nothing. */
declare module "*.css";
