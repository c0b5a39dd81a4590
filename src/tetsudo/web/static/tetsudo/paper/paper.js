// The button that prints a position.

import { on } from "../page/dispatch.js";

on("click", "[data-print]", () => window.print());
