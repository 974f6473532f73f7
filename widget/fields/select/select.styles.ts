/**
 * Styles of a select besides those of all fields: our chevron overlaps its end, and lets clicks through. The browser draws
 * the options in a popup of its own, without the field's colours.
 */
export const selectStyles = `
sluice-select select { padding-inline-end: 40px; text-overflow: ellipsis; }
sluice-select .control > svg { flex: none; margin-inline: -32px 12px; color: var(--icon); pointer-events: none; }
sluice-select option { background: Field; color: FieldText; }
sluice-select select:has([value='']:checked) { color: var(--hint); }
sluice-select select[aria-readonly=true] { color: var(--hint); }
:root[data-variant=standard] sluice-select select { padding-inline-end: 26px; }
:root[data-variant=standard] sluice-select .control > svg { margin-inline: -22px 2px; }
@media (forced-colors: active) {
  sluice-select .control > svg { color: ButtonText; }
}
`
