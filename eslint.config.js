// What is wrong or unclear in JavaScript, beyond what prettier and tsc see.

import js from "@eslint/js";
import globals from "globals";

const WEB = "src/hotdice/server/web";

export default [
  { ignores: [`${WEB}/lib/`, "tests/vendor/", ".venv/", "pictures/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 25], // a template with many cases is still one component
      eqeqeq: "error",
      "max-lines-per-function": ["error", 80],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: [`${WEB}/**/*.js`], ignores: [`${WEB}/worker.js`], languageOptions: { globals: globals.browser } },
  { files: [`${WEB}/worker.js`], languageOptions: { globals: globals.serviceworker } },
  { files: ["examples/*.mjs", "tools/*.js"], languageOptions: { globals: globals.node } },
];
