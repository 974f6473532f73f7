import { CHECKOUT_PALETTE, PALETTE } from '#contract/theme/tokens'

/** The colours of the other pages, and the console's own: warnings, test mode, and the tints of states. */
const palette = {
  ...PALETTE,
  ...CHECKOUT_PALETTE,
  panel: ['#ffffff', '#171a21'],
  warn: ['#8a5300', '#f0b75a'],
  'test-bar': ['#ffdf94', '#573f00'],
  'test-text': ['#3f2c00', '#ffe9b8'],
  'test-rule': ['#c98500', '#c98500'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

const tokens = Object.entries(palette)
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
  .join('\n')

export const baseStyles = `
:root {
  color-scheme: light dark;
  ${tokens}
  --hover: color-mix(in srgb, var(--text) 5%, transparent);
  --radius: 10px;
  font: max(16px, 100%)/1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
  background: var(--panel);
  color: var(--text);
}
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; }
h1, h2, h3, p, ul, ol, dl, dd, pre, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.75rem; font-weight: 600; line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: 1rem; font-weight: 600; line-height: 1.5rem; }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus, h1:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.small { font-size: .8125rem; line-height: 1.25rem; }
.muted { color: var(--muted); }
.icon { flex: none; display: block; }
.amount, table, time, .figure { font-variant-numeric: tabular-nums; }
.skip { position: absolute; inset-inline-start: 8px; inset-block-start: -80px; z-index: 30; padding: 10px 16px; border-radius: var(--radius); background: var(--panel); }
.skip:focus { inset-block-start: 8px; }

.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 44px;
  padding: 8px 16px;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--panel);
  color: var(--text);
  font-size: .875rem;
  font-weight: 500;
  line-height: 1.25rem;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
}
.button.primary { border-color: var(--accent); background: var(--accent); color: var(--panel); }
.button.danger { border-color: var(--alert); background: var(--alert); color: var(--panel); }
.button.plain { border-color: transparent; background: none; }
.button.wide { width: 100%; }
.button:disabled { opacity: .6; cursor: default; }
.icon-button {
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--radius);
  background: none;
  cursor: pointer;
}
@media (hover: hover) {
  .button:not(:disabled):hover { background: color-mix(in srgb, var(--text) 5%, var(--panel)); }
  .button.primary:not(:disabled):hover { background: color-mix(in srgb, var(--text) 18%, var(--accent)); }
  .button.danger:not(:disabled):hover { background: color-mix(in srgb, var(--text) 18%, var(--alert)); }
  .icon-button:hover { background: var(--hover); }
}
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
.field > label, .label { font-size: .875rem; font-weight: 500; }
.input {
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid var(--edge);
  border-radius: var(--radius);
  background: var(--field);
}
.input[aria-invalid=true] { border-color: var(--alert); }
.message { min-height: 1.25rem; color: var(--muted); font-size: .8125rem; line-height: 1.25rem; }
.message.bad { color: var(--alert); }
.check { display: flex; align-items: center; gap: 10px; min-height: 44px; font-size: .875rem; }
.check input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
kbd { padding: 1px 7px; border: 1px solid var(--rule); border-bottom-width: 2px; border-radius: 6px; background: var(--page); font: 500 .8125rem/1.25rem ui-monospace, monospace; }

.notice {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 12px 16px;
  border: 1px solid color-mix(in srgb, var(--alert) 40%, transparent);
  border-radius: var(--radius);
  background: color-mix(in srgb, var(--alert) 6%, var(--panel));
  font-size: .875rem;
}
.notice > .icon { color: var(--alert); }
.notice > :is(div, p) { flex: 1; min-width: 12rem; }
.notice.warn { border-color: color-mix(in srgb, var(--warn) 40%, transparent); background: color-mix(in srgb, var(--warn) 7%, var(--panel)); }
.notice.warn > .icon { color: var(--warn); }
.empty { display: grid; justify-items: center; gap: 12px; max-width: 30rem; margin-inline: auto; padding: 64px 16px; text-align: center; }
.empty h1, .empty h2 { font-size: 1.25rem; }

.state { display: inline-flex; align-items: center; gap: 6px; font-size: .8125rem; font-weight: 500; line-height: 1.25rem; white-space: nowrap; color: var(--muted); }
.state svg { flex: none; }
.state.good { color: var(--success); }
.state.calm { color: var(--accent); }
.state.warn { color: var(--warn); }
.state.bad { color: var(--alert); }

.dialog {
  width: min(480px, 100vw - 32px);
  max-height: calc(100dvh - 32px);
  padding: 24px;
  border: 1px solid var(--rule);
  border-radius: 16px;
  background: var(--panel);
  color: var(--text);
  box-shadow: 0 24px 64px -16px rgb(0 0 0 / 30%);
}
.dialog::backdrop { background: rgb(10 12 18 / 45%); }
.dialog-head { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin-block-end: 16px; }
.dialog-head h2 { font-size: 1.25rem; line-height: 1.75rem; }
.dialog-head .icon-button { margin: -8px; }
.dialog-form { display: grid; gap: 12px; }
.dialog-actions { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin-block-start: 12px; }
.menu {
  position: fixed;
  inset: auto;
  margin: 0;
  padding: 16px;
  border: 1px solid var(--rule);
  border-radius: 12px;
  background: var(--panel);
  color: var(--text);
  box-shadow: 0 12px 32px -8px rgb(0 0 0 / 25%);
}
@supports (position-area: block-end) {
  .menu[popover] { position-area: block-end span-inline-start; position-try-fallbacks: flip-block; inset: auto; margin-block: 6px; }
}
.shortcuts { display: grid; font-size: .875rem; }
.shortcuts > div { display: flex; justify-content: space-between; gap: 16px; padding-block: 8px; border-block-end: 1px solid var(--rule); }
.shortcuts dd { display: flex; align-items: center; gap: 6px; }
#shortcuts .check { margin-block-start: 12px; }

.skeleton-title { height: 44px; margin-block-end: 24px; }
.skeleton-title i, .skeleton-row i, .bone { display: block; border-radius: 6px; background: color-mix(in srgb, var(--text) 7%, transparent); }
.skeleton-title i { width: 180px; height: 34px; }
.skeleton-row { display: flex; align-items: center; gap: 24px; height: 56px; border-block-end: 1px solid var(--rule); }
.skeleton-row i { height: 14px; }
.skeleton-row i:nth-child(1) { width: 96px; }
.skeleton-row i:nth-child(2) { width: 120px; }
.skeleton-row i:nth-child(3) { flex: 1; max-width: 260px; }
@media (prefers-reduced-motion: no-preference) {
  .skeleton-title i, .skeleton-row i, .bone { animation: breathe 1.6s ease-in-out 300ms infinite alternate; }
  @keyframes breathe { to { opacity: .45; } }
}
`
