// Let Lighthouse judge the site as a slow telephone has it, packed, and complain about what is below budget.json.
// usage: node run.mjs HTML BOOK...     CHROME_PATH may name the browser.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [root, ...books] = process.argv.slice(2);
const budget = JSON.parse(readFileSync(new URL("budget.json", import.meta.url)));
const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  try {
    const body = gzipSync(readFileSync(join(root, path)));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain", "content-encoding": "gzip" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const browser = await launch({ chromeFlags: ["--headless=new", "--no-sandbox"] });

// What is below the budget: a score, and the audits that have taken from it.
function shortcomings({ categories, audits }) {
  return Object.entries(budget.scores).filter(([name, least]) => Math.round(categories[name].score * 100) < least)
    .map(([name]) => {
      const lost = categories[name].auditRefs.filter(({ id, weight }) => weight && (audits[id].score ?? 1) < 1);
      const why = lost.map(({ id }) => `${id} (${audits[id].displayValue || audits[id].explanation || audits[id].title})`);
      return `${name} ${Math.round(categories[name].score * 100)}: ${why.join(", ")}`;
    });
}

const pages = budget.pages.flatMap((page) => page.includes("{book}") ? books.map((book) => page.replace("{book}", book)) : page);
for (const page of pages) {
  let found;
  // A machine that is busy makes a page slow, and never quick: the best of some attempts counts.
  for (let attempt = 0; attempt < budget.attempts; attempt++) {
    const url = `http://127.0.0.1:${server.address().port}/${page}`;
    const { lhr } = await lighthouse(url, { port: browser.port, logLevel: "error", onlyCategories: Object.keys(budget.scores) });
    if (lhr.runtimeError) throw new Error(`${page}: ${lhr.runtimeError.message}`);
    found = shortcomings(lhr);
    if (!found.length) break;
  }
  console.log(found.length ? `${page}: ${found.join("; ")}` : `${page}: ${Object.values(budget.scores).join(" ")}`);
  if (found.length) process.exitCode = 1;
}
browser.kill();
server.close();
