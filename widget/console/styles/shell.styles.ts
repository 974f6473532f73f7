export const shellStyles = `
console-shell {
  display: grid;
  grid-template: 'bar bar' 56px 'sections main' 1fr / 216px minmax(0, 1fr);
  min-height: 100vh;
  min-height: 100dvh;
}
.bar {
  grid-area: bar;
  position: sticky;
  inset-block-start: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  gap: 8px;
  padding-inline: 20px 12px;
  border-block-end: 1px solid var(--rule);
  background: var(--panel);
}
.bar[data-mode=test] { border-block-end: 2px solid var(--test-rule); background: var(--test-bar); color: var(--test-text); }
.bar[data-mode=test] :focus-visible { outline-color: currentColor; }
.brand { display: inline-flex; align-items: center; gap: 10px; min-width: 0; color: inherit; font-weight: 600; text-decoration: none; }
.bar .brand { margin-inline-end: auto; min-height: 44px; }
.account-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mark { flex: none; }
.test-note { position: absolute; inset-inline: 0; width: fit-content; margin-inline: auto; font-size: .875rem; pointer-events: none; }
.test-note strong { font-weight: 600; }
.test-note span { margin-inline-start: 8px; }
.mode-switch { display: flex; padding: 3px; border-radius: var(--radius); background: color-mix(in srgb, currentColor 10%, transparent); }
.mode-link { position: relative; display: inline-flex; align-items: center; min-height: 34px; padding-inline: 12px; border-radius: 8px; color: inherit; font-size: .8125rem; font-weight: 500; text-decoration: none; white-space: nowrap; }
.mode-link::after { content: ''; position: absolute; inset: -5px 0; }
.mode-link[aria-current=true] { background: var(--panel); color: var(--text); box-shadow: 0 1px 2px rgb(0 0 0 / 18%); }
.member { display: grid; place-items: center; width: 44px; height: 44px; padding: 0; border: 0; background: none; cursor: pointer; anchor-name: --member; }
.initials { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: color-mix(in srgb, currentColor 12%, transparent); font-size: .75rem; font-weight: 600; }
#member-menu { inset-block-start: 52px; inset-inline-end: 12px; width: 260px; }
.member-name { font-weight: 600; }
#member-menu .button { margin-block-start: 12px; }
.sections {
  grid-area: sections;
  position: sticky;
  inset-block-start: 56px;
  align-self: start;
  height: calc(100vh - 56px);
  padding: 16px 12px;
  overflow-y: auto;
  border-inline-end: 1px solid var(--rule);
  background: var(--page);
}
.sections a { display: flex; align-items: center; gap: 12px; min-height: 44px; padding-inline: 12px; border-radius: var(--radius); color: var(--muted); font-size: .875rem; font-weight: 500; text-decoration: none; }
.sections a[aria-current=page] { background: color-mix(in srgb, var(--accent) 10%, transparent); color: var(--accent); }
@media (hover: hover) { .sections a:not([aria-current=page]):hover { background: var(--hover); color: var(--text); } }
.menu-button { display: none; }
console-shell > main { grid-area: main; width: 100%; max-width: 1184px; margin-inline: auto; padding: 32px 32px 96px; }
console-shell > main > * { display: block; }
.page-head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; min-height: 44px; margin-block-end: 24px; }
.page-head h1 { margin-inline-end: auto; }
.notes { position: fixed; inset-block-end: 24px; inset-inline: 16px; z-index: 40; display: grid; justify-items: center; pointer-events: none; }
.note { padding: 12px 20px; border-radius: 12px; background: var(--text); color: var(--panel); font-size: .875rem; font-weight: 500; box-shadow: 0 12px 32px -8px rgb(0 0 0 / 40%); }
@media (prefers-reduced-motion: no-preference) { .note { animation: rise 160ms ease-out; } @keyframes rise { from { opacity: 0; translate: 0 8px; } } }

console-shell:has(> .sign-in) { display: block; background: var(--page); }
console-shell main.sign-in { display: grid; place-items: center; max-width: none; min-height: 100vh; min-height: 100dvh; padding: 24px 16px; }
.sign-in-panel { display: grid; gap: 16px; width: min(400px, 100%); padding: 40px; border: 1px solid var(--rule); border-radius: 16px; background: var(--panel); }
.sign-in h1 { margin-block-start: 16px; }
.join-form { display: grid; gap: 16px; }
.field-error { min-height: 1.25rem; margin: 0; color: var(--alert); font-size: .8125rem; }
.recovery-code { padding: 12px; border: 1px solid var(--rule); border-radius: 8px; background: var(--field); font: 500 1rem/1.5 ui-monospace, monospace; text-align: center; overflow-wrap: anywhere; user-select: all; }
console-shell:has(.sign-in) { display: block; background: var(--page); }
.sign-in .button { min-height: 48px; font-size: 1rem; }

.membership { display: flex; align-items: center; justify-content: space-between; gap: 16px; text-align: start; }

@media (width < 768px) {
  console-shell { grid-template: 'bar' 56px 'main' 1fr / minmax(0, 1fr); }
  .bar { gap: 4px; padding-inline: 4px; }
  .menu-button { display: inline-grid; }
  .wide-only { display: none; }
  .bar:not([data-mode=test]) .mark { display: none; }
  .bar[data-mode=test] .brand { margin: 0; }
  .bar[data-mode=test] .account-name { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); }
  .test-note { position: static; margin: 0; margin-inline: 8px auto; }
  .test-note span { display: none; }
  .sections { position: fixed; inset: 56px 0 0; z-index: 15; height: fit-content; border: 0; border-block-end: 1px solid var(--rule); box-shadow: 0 16px 32px -12px rgb(0 0 0 / 25%); visibility: hidden; }
  .sections[data-open] { visibility: visible; }
  .sections:empty { display: none; }
  .sections a { min-height: 52px; font-size: 1rem; }
  console-shell > main { padding: 20px 16px 96px; }
  .page-head { margin-block-end: 16px; }
  .sign-in-panel { padding: 32px 24px; }
}
`
