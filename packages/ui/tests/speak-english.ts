import { i18n } from "@lingui/core";
import { messages } from "../src/locales/en.po";

// Tests read English, with dates as `Intl` of this machine writes them unless a test says otherwise.
i18n.loadAndActivate({ locale: "en", messages });
