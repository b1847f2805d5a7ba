// A review as a page of its own, which needs no server: everything stands in the page.

import { html, render } from "../lib/preact.js";
import { say } from "../texts.js";
import { Download, Head } from "./head.js";
import { modelOf } from "./model.js";
import { Review } from "./review.js";

const { language, sentences, ...found } = JSON.parse(document.getElementById("review")?.textContent ?? "{}");
say(sentences, language);
const model = await modelOf(found);
const file = `data:application/x-ndjson;charset=utf-8,${encodeURIComponent(found.text)}`;
const name = `hotdice-${model.rules.name.split("+")[0]}.jsonl`;
render(
  html`<main><${Head} model=${model}><${Download} file=${file} name=${name} /><//><${Review} model=${model} /></main>`,
  document.getElementById("app"),
);
