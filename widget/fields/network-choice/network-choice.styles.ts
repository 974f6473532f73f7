/**
 * Two targets of 44 px, over each a mark in its middle. What is chosen has a ring around its mark; what has the focus has
 * one along its target, instead of the field's. Rings are outlines, so they take no room and are seen in forced colours.
 *
 * The group lies over the end of the input: over its padding, and half of the 6 px that are free before the first mark. So
 * all sixteen digits are seen in the narrowest field, and none moves.
 */
export const networkChoiceStyles = `
.choice { display: flex; align-self: stretch; margin-inline-start: -15px; }
sluice-field [type=radio] { flex: none; width: 44px; padding: 0; border-radius: 8px; }
.choice > .mark { margin: auto; margin-inline: -38px 6px; border-radius: 4px; pointer-events: none; }
.choice > :checked + * { outline: 2px solid var(--accent); outline-offset: 1px; }
.choice > :focus-visible { outline: 2px solid var(--accent); outline-offset: -4px; }
.control:has([type=radio]:focus-visible) { outline: none; }
`
