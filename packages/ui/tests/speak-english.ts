import { i18n } from "@lingui/core";
import { messages } from "../src/locales/en.po";

// Tests use English, with dates in this machine's `Intl` locale unless a test sets another.
i18n.loadAndActivate({ locale: "en", messages });
