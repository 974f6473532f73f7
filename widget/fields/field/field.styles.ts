/**
 * Rows of label, control and message, repeated: 106 px at a font size of 16 px. A message is 6 px below its control and 14 px above the next
 * label, so that it belongs to the field above it. Two lines of text fit.
 */
export const ROWS = 'grid-auto-rows: 1.5rem var(--control, 3rem) minmax(2.125rem, auto);'

/**
 * Styles of a field: label, control of 48 px, and a reserved message line with room for two lines of text. Uses the custom
 * properties set by theme/applyTheme.ts.
 *
 * Fields may be laid out in the form's grid (`display: contents`): `--row` is the field's first line in that grid. `--join`
 * and `--gap` define how fields of one row meet. The label alone decides the minimum width of a column.
 *
 * @param fields selector of the field elements
 * @param inputs selector of their inputs
 */
export const fieldLook = (fields: string, inputs: string): string => `
${fields} { --row: 1; display: grid; ${ROWS} }
${fields} label {
  grid-row: var(--row);
  padding-inline-end: 8px;
  font-size: .8125rem;
  line-height: 1.25rem;
  font-weight: 500;
  color: var(--label);
  white-space: nowrap;
}
${fields} .optional { font-weight: 400; color: var(--muted); }
${fields} .control {
  --line: var(--edge);
  grid-row: calc(var(--row) + 1);
  position: relative;
  display: flex;
  align-items: center;
  border: 1px solid var(--line);
  border-radius: var(--radius, 10px);
  background: var(--field);
  color: var(--typed);
  transition: border-color 120ms;
}
${fields} ${inputs} {
  flex: 1;
  width: 0;
  height: 100%;
  margin: 0;
  padding: 0 12px;
  border: 0;
  border-radius: inherit;
  background: none;
  color: inherit;
  font: inherit;
  font-variant-numeric: tabular-nums;
  caret-color: var(--caret);
  outline: none;
  appearance: none;
}
${fields} ${inputs}::placeholder { color: var(--hint); opacity: 1; }
/* The browser's background of autofilled text, clipped to the text, is invisible. */
${fields} ${inputs}:autofill { background-clip: text; -webkit-text-fill-color: var(--typed); }
@media (hover: hover) {
  ${fields} .control:where(:hover:not(.invalid):not(:has(:disabled))) { --line: var(--edge-hover); z-index: 1; }
}
${fields} .control.invalid {
  --line: var(--alert);
  box-shadow: inset 0 0 0 1px var(--line);
  z-index: 2;
}
${fields} .control:focus-within {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
  z-index: 3;
}
${fields} .control:focus-within:not(.invalid) { --line: var(--caret-edge); }
${fields} .control:has(:disabled) { opacity: .55; }
${fields} .control:has(> input:read-only) { color: var(--hint); }
.message {
  grid-area: calc(var(--row, 1) + 2) / 1 / auto / -1;
  position: relative;
  min-width: 0;
  min-height: 2.125rem;
  margin: 0;
  padding-top: 6px;
  padding-inline-start: 19px;
  font-size: .8125rem;
  line-height: .875rem;
  overflow-wrap: anywhere;
  color: var(--alert);
}
.message::before {
  content: '';
  position: absolute;
  inset-inline-start: 0;
  top: 6px;
  width: 14px;
  height: 14px;
  background: currentColor;
  clip-path: path(evenodd, 'M7 0a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM6.2 3.4h1.6v4.4h-1.6zM6.2 9.1h1.6v1.6h-1.6z');
}
.help { padding-inline: 0; color: var(--muted); }
${fields}:not(:focus-within) .help { visibility: hidden; }
.message:is(:empty, .help)::before { content: none; }
:root:is([data-variant=filled], [data-variant=standard]) .control {
  --join: 0;
  border-width: 0 0 1px;
  border-end-start-radius: 0;
  border-end-end-radius: 0;
}
:root:is([data-variant=filled], [data-variant=standard]) .invalid { box-shadow: inset 0 -1px var(--line); }
:root[data-variant=filled] { --gap: 1px; }
:root[data-variant=standard] { --gap: 12px; }
:root[data-variant=standard] .control { border-radius: 0; background: none; }
:root[data-variant=standard] ${inputs} { padding-inline: 2px; }
/* Digits run from left to right in all languages, but are aligned with the labels. */
[dir=rtl] ${inputs} { text-align: right; }
@media (forced-colors: active) {
  ${fields} .control:focus-within { outline-color: Highlight; }
  ${fields} .invalid:not(:focus-within) { outline: 2px solid; outline-offset: -2px; }
  .message::before { forced-color-adjust: none; }
}
`

/** The styles of `sluice-field`, for a page without other fields. */
export const fieldStyles = fieldLook('sluice-field', 'input')
