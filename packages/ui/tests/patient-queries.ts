import { configure } from "@testing-library/react";

// One second is not much on a shared machine: only what hangs is to run into this.
configure({ asyncUtilTimeout: 20_000 });
