/**
 * The look of a field: label, 48 px of control, a line for its error that is there from the start.
 * Reads the custom properties of theme/tokens.ts.
 */
export const fieldStyles = `
sluice-field {
  display: grid;
  grid-template: 24px 48px minmax(28px, auto) / minmax(0, 1fr);
  min-width: 0;
}
sluice-field label {
  font-size: 13px;
  line-height: 20px;
  font-weight: 500;
  color: var(--label);
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
sluice-field .optional {
  font-weight: 400;
  color: var(--muted);
}
sluice-field .control {
  position: relative;
  display: flex;
  align-items: center;
  height: 48px;
  border: 1px solid var(--edge);
  border-radius: 10px;
  background: var(--field);
  color: var(--typed);
  transition: border-color 120ms, background-color 120ms;
}
sluice-field input {
  flex: 1;
  min-width: 0;
  height: 100%;
  margin: 0;
  padding: 0 12px;
  border: 0;
  border-radius: inherit;
  background: none;
  color: inherit;
  font: inherit;
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.01em;
  caret-color: var(--caret);
  outline: none;
  appearance: none;
}
sluice-field input::placeholder { color: var(--muted); opacity: 1; }
sluice-field input:autofill {
  -webkit-text-fill-color: var(--typed);
  caret-color: var(--caret);
  transition: background-color 86400s;
}
@media (hover: hover) {
  sluice-field .control:where(:hover:not(.invalid):not(:has(input:disabled))) { border-color: var(--edge-hover); z-index: 1; }
}
sluice-field .control:focus-within {
  border-color: var(--caret-edge);
  outline: 2px solid var(--accent);
  outline-offset: 2px;
  z-index: 3;
}
sluice-field .control.invalid {
  border-color: var(--alert);
  box-shadow: inset 0 0 0 1px var(--alert);
  z-index: 2;
}
sluice-field .control:has(input:disabled) { opacity: 0.55; }
sluice-field .control:has(input:read-only) { color: var(--muted); }
.message {
  margin: 4px 0;
  padding-inline-start: 19px;
  position: relative;
  font-size: 13px;
  line-height: 20px;
  color: var(--alert);
  min-height: 20px;
}
.message::before {
  content: '';
  position: absolute;
  inset-inline-start: 0;
  top: 3px;
  width: 14px;
  height: 14px;
  background: currentColor;
  clip-path: path(evenodd, 'M7 0a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM6.2 3.4h1.6v4.4h-1.6zM6.2 9.1h1.6v1.6h-1.6z');
}
.message:empty::before { content: none; }
:root[data-variant='filled'] sluice-field .control {
  border-color: transparent;
  border-bottom-color: var(--edge);
  background: var(--field-filled);
  border-end-start-radius: 0;
  border-end-end-radius: 0;
}
:root[data-variant='standard'] sluice-field .control {
  border-color: transparent transparent var(--edge);
  border-radius: 0;
  background: none;
}
:root[data-variant='standard'] sluice-field input { padding-inline: 2px; }
@media (forced-colors: active) {
  sluice-field .control:focus-within { outline-color: Highlight; }
  .message::before { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: reduce) {
  sluice-field .control { transition: none; }
}
`
