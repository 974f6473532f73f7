/**
 * Two targets of 44 px with a centered mark each. The chosen mark has a ring; the focused target has one in place of the
 * field's. Rings are outlines, which take no space and are visible in forced colours.
 *
 * The group overlaps the input's padding and half of the 6 px before the first mark. So all sixteen digits fit into the
 * narrowest field, without layout shift.
 */
export const networkChoiceStyles = `
.choice { display: flex; align-self: stretch; margin-inline-start: -15px; }
sluice-field [type=radio] { flex: none; width: 44px; padding: 0; border-radius: 8px; }
.choice > .mark { margin: auto; margin-inline: -38px 6px; border-radius: 4px; pointer-events: none; }
.choice > :checked + * { outline: 2px solid var(--accent); outline-offset: 1px; }
.choice > :focus-visible { outline: 2px solid var(--accent); outline-offset: -4px; }
.control:has([type=radio]:focus-visible) { outline: none; }
`
