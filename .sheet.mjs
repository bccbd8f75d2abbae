import { start } from "./.look.mjs";
import { readFileSync } from "node:fs";
const [out, cols, w, ...names] = process.argv.slice(2);
const { browser, page } = await start({ viewport: { width: Number(cols) * Number(w) + 20, height: 400 } });
const html = `<body style="margin:0;background:#888;display:grid;grid-template-columns:repeat(${cols},${w}px);gap:4px">${names.map(n => `<img style="width:100%" src="data:image/png;base64,${readFileSync(n.startsWith("/") ? n : `/tmp/shell-shots/${n}.png`).toString("base64")}">`).join("")}</body>`;
await page.setContent(html); await page.waitForTimeout(300);
await page.screenshot({ path: `/tmp/shell-shots/${out}.png`, fullPage: true });
await browser.close();
