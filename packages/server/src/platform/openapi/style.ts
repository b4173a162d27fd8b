/** The style of the page. It must be sent unchanged: the security policy contains its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1d2430; --soft: #596273; --line: #dfe3ea; --page: #fff; --panel: #f6f7f9;
  --link: #0b5cad; --accent: #8a4b08; --get: #0b6b4f; --post: #0b5cad; --put: #8a4b08;
  --code: #e9ecf2; --block: #16202e; --block-text: #e6ecf5; --bad: #a4262c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #dfe5ee; --soft: #9aa6b8; --line: #2b3442; --page: #10161f; --panel: #161e29;
    --link: #79b8ff; --accent: #e8b06a; --get: #56c9a2; --post: #79b8ff; --put: #e8b06a;
    --code: #1c2633; --block: #0a0f16; --block-text: #dfe5ee; --bad: #ff9a94;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; color: var(--text); background: var(--page);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif;
  display: grid; grid-template-columns: 17.5rem minmax(0, 1fr);
}
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--page); z-index: 1; }
nav {
  position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto;
  padding: 1.5rem 1.25rem; background: var(--panel); border-right: 1px solid var(--line);
}
.brand { margin: 0 0 1rem; font-weight: 700; font-size: 1.1rem; }
.brand span { font-weight: 400; color: var(--soft); font-size: .85rem; }
nav summary { display: none; }
nav h2 { margin: 1.1rem 0 .3rem; font-size: .85rem; font-weight: 600; }
nav h2 a { color: var(--text); text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .85rem; }
nav li a {
  display: grid; grid-template-columns: 2.6rem 1fr; gap: .4rem; padding: .2rem 0;
  color: var(--soft); text-decoration: none; line-height: 1.35;
}
nav li a:hover { color: var(--link); }
main { padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 62rem; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2; }
main > h2 { margin: 3.5rem 0 .25rem; font-size: 1.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1.5rem 0 .4rem; font-size: .85rem; color: var(--soft); }
p { margin: .4rem 0; }
code, .path, pre { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", "Liberation Mono", monospace; }
code { font-size: .88em; background: var(--code); padding: .08em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre {
  margin: .4rem 0; padding: .9rem 1.1rem; overflow-x: auto; border-radius: 8px;
  background: var(--block); color: var(--block-text); font-size: .85rem; line-height: 1.5;
}
pre code { background: none; padding: 0; font-size: inherit; overflow-wrap: normal; }
pre.answer { background: var(--code); color: var(--text); border: 1px solid var(--line); }
.operation, .schema {
  margin: 1.5rem 0; padding: 1.4rem clamp(.9rem, 2.5vw, 1.75rem) 1.5rem;
  border: 1px solid var(--line); border-radius: 12px; background: var(--panel);
}
.group > summary, .operation details > summary { cursor: pointer; color: var(--soft); font-size: .85rem; }
.copy { float: right; margin: .3rem; font: inherit; font-size: .8rem; color: #1d2430; background: #e6ecf5; border: 0; border-radius: 6px; padding: .15rem .6rem; cursor: pointer; }
.try { display: grid; gap: .6rem; margin: .6rem 0; }
.try label { display: grid; gap: .2rem; font-size: .85rem; color: var(--soft); }
.try input, .try textarea { font: .85rem/1.5 ui-monospace, monospace; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: .35rem .5rem; width: 100%; }
.try button { justify-self: start; font: inherit; padding: .3rem 1rem; border-radius: 6px; border: 1px solid var(--link); color: var(--link); background: none; cursor: pointer; }
.operation:target, .schema:target { border-color: var(--link); }
.summary { font-size: 1.1rem; font-weight: 600; margin-top: .5rem; }
.method { font: 700 .75rem/1.6 ui-monospace, "DejaVu Sans Mono", monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--bad); }
dl { margin: 0; }
.member {
  display: grid; grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr); gap: .25rem 1.25rem;
  padding: .6rem 0; border-top: 1px solid var(--line);
}
.answers .member { grid-template-columns: 3.5rem minmax(0, 1fr); padding: .35rem 0; }
dd { margin: 0; }
dd p { margin: .15rem 0 0; }
.type { color: var(--soft); font-size: .9rem; }
.required { color: var(--accent); font-size: .78rem; font-weight: 600; white-space: nowrap; }
.status.s2 { color: var(--get); } .status.s4, .status.s5 { color: var(--bad); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 38rem; font-size: .92rem; margin-top: 1rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-top: 1px solid var(--line); }
td code { white-space: nowrap; }
th { color: var(--soft); font-weight: 600; border-top: 0; }
@media (max-width: 56rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  .brand { margin-bottom: .5rem; }
  nav summary { display: list-item; cursor: pointer; }
  main { padding-top: 1.5rem; }
  .member { grid-template-columns: minmax(0, 1fr); }
  h1 { font-size: 1.6rem; }
}
@media print { nav { display: none; } body { display: block; } }
`;
