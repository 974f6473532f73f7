/** Styles of masked values and of what removes payment methods. They come with the script of customers, so that no other form has them. */
export const customerStyles = `
[data-known] > :is(.control:not(.known), .message:not(.note)) { display: none; }
.known { gap: 12px; padding-inline: 12px 4px; }
.known bdi { flex: 1; min-width: 0; overflow-wrap: anywhere; }
[dir=rtl] .known bdi { text-align: right; }
sluice-field[data-known] .note { visibility: visible; }
sluice-options > div:has(> .action) { display: grid; grid-template-columns: 1fr auto; }
sluice-options > div:has(> .action) label:last-child, sluice-options .asking { grid-column: 1 / -1; }
.action { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding-inline-end: 4px; }
.action:not(.asking, :nth-child(2)) { border-top: 1px solid var(--rule, var(--edge)); }
.asking { padding: 0 16px 8px; }
.asking > span { flex: 1 1 12rem; }
label:has(+ .asking) { grid-column: 1 / -1; }
:is(.known, .action) button { min-height: 44px; padding: 0 8px; border: 0; border-radius: 8px; background: none; color: var(--accent); font: inherit; font-size: .875rem; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; }
:is(.known, .action) button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
:is(.known, .action) button:disabled { color: var(--hint); cursor: default; }
`
