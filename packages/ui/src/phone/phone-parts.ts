// Everything that is loaded only on narrow touch screens.
// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of a style sheet cannot be imported.
/// <reference path="./phone-css.d.ts" />
import "./phone.css";

export { PhoneFrame } from "./phone-frame.tsx";
