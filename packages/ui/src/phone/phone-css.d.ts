declare module "*/phone.css";
