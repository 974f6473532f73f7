/** The browser's own box in the accent's colour, and its words beside it: all of it is the target, 44 px or more. */
export const checkStyles = `
sluice-check { display: block; }
sluice-check label { display: flex; gap: 12px; min-height: 44px; padding-block: 10px; font-size: .9375rem; line-height: 1.5rem; color: var(--text); cursor: pointer; }
sluice-check span { min-width: 0; overflow-wrap: anywhere; }
sluice-check input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem; border-radius: 4px; accent-color: var(--accent); cursor: inherit; }
sluice-check input[aria-invalid=true] { outline: 2px solid var(--alert); }
sluice-check input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
sluice-check label:has(:disabled) { opacity: .55; cursor: default; }
sluice-check label:has([aria-readonly=true]) { color: var(--muted); cursor: default; }
@media (forced-colors: active) {
  sluice-check input:focus-visible { outline-color: Highlight; }
}
`
