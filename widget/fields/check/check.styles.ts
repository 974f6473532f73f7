/** A checkbox in the colours of a field, filled with the accent when checked. Box and label are one target of at least 44 px. */
export const checkStyles = `
sluice-check { display: block; }
sluice-check label { display: flex; gap: 12px; min-height: 44px; padding-block: 10px; font-size: .9375rem; line-height: 1.5rem; color: var(--text); cursor: pointer; }
sluice-check span { min-width: 0; overflow-wrap: anywhere; }
sluice-check a { border-radius: 4px; color: var(--accent); text-underline-offset: 2px; }
sluice-check a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
sluice-check input {
  appearance: none;
  flex: none;
  display: grid;
  place-items: center;
  width: 1.25rem;
  height: 1.25rem;
  margin: .125rem;
  border: 1px solid var(--edge);
  border-radius: 4px;
  background: var(--field);
  cursor: inherit;
  transition: background-color 120ms;
}
/* The check mark, in a colour that contrasts with the accent. */
sluice-check input::before {
  content: "";
  width: .75rem;
  height: .75rem;
  background: var(--surface);
  clip-path: polygon(0 54%, 14% 40%, 37% 63%, 86% 12%, 100% 26%, 37% 91%);
  transform: scale(0);
  transition: transform 120ms;
}
sluice-check input:checked { border-color: var(--accent); background: var(--accent); }
sluice-check input:checked::before { transform: none; }
sluice-check input[aria-invalid=true] { outline: 2px solid var(--alert); }
sluice-check input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
sluice-check label:has(:disabled) { opacity: .55; cursor: default; }
sluice-check label:has([aria-readonly=true]) { color: var(--muted); cursor: default; }
@media (forced-colors: active) {
  sluice-check input { appearance: auto; }
  sluice-check input:focus-visible { outline-color: Highlight; }
}
`
