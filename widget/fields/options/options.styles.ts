/** Rows of 56 px in one box, with hairlines between them. Each row is one target. */
export const optionsStyles = `
sluice-options { display: block; }
sluice-options > div { border: 1px solid var(--edge); border-radius: var(--radius, 10px); background: var(--field); color: var(--typed); }
sluice-options label { display: flex; align-items: center; gap: 12px; min-height: 56px; padding: 8px 16px; cursor: pointer; }
sluice-options :is(label, .action) + label { border-top: 1px solid var(--rule, var(--edge)); }
sluice-options label:first-child { border-start-start-radius: calc(var(--radius, 10px) - 1px); border-start-end-radius: calc(var(--radius, 10px) - 1px); }
sluice-options label:last-child { border-end-start-radius: calc(var(--radius, 10px) - 1px); border-end-end-radius: calc(var(--radius, 10px) - 1px); }
sluice-options input {
  appearance: none;
  flex: none;
  display: grid;
  place-items: center;
  width: 1.25rem;
  height: 1.25rem;
  margin: 0;
  border: 1px solid var(--edge);
  border-radius: 50%;
  background: var(--field);
  cursor: inherit;
  outline: none;
}
/* The dot, in a colour that contrasts with the accent. */
sluice-options input:checked::before { content: ""; width: .5rem; height: .5rem; border-radius: inherit; background: var(--surface); }
sluice-options input:checked { border-color: var(--accent); background: var(--accent); }
sluice-options span { flex: 1; min-width: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
/* The width of a network's mark. */
sluice-options .icon { flex: none; margin-inline: 6px; color: var(--icon); }
sluice-options [aria-invalid=true] { border-color: var(--alert); box-shadow: inset 0 0 0 1px var(--alert); }
sluice-options label:has(:focus-visible) { position: relative; outline: 2px solid var(--accent); outline-offset: 2px; border-radius: calc(var(--radius, 10px) - 1px); z-index: 1; }
sluice-options label:has(:disabled) { opacity: .55; cursor: default; }
sluice-options [aria-readonly=true] label { color: var(--hint); cursor: default; }
@media (forced-colors: active) {
  sluice-options input { appearance: auto; }
  sluice-options label:has(:focus-visible) { outline-color: Highlight; }
  sluice-options [aria-invalid=true] { outline: 2px solid; outline-offset: -2px; }
  sluice-options .icon { color: inherit; }
}
`
