/**
 * Two targets of 44 px, each with a mark in its middle. What is chosen has a ring around its mark; what has the focus has
 * one along its target, instead of the field's. Rings are outlines, so they take no room and are seen in forced colours.
 *
 * The group lies over the end of the input: over its padding, and half of the 6 px that are free before the first mark. So all
 * sixteen digits are seen in the narrowest field, and none moves.
 */
export const networkChoiceStyles = `
sluice-network-choice { align-self: stretch; margin-inline-start: -15px; }
sluice-network-choice fieldset { display: flex; height: 100%; margin: 0; padding: 0; border: 0; }
sluice-network-choice span { display: grid; place-items: center; }
sluice-network-choice span > * { grid-area: 1 / 1; }
sluice-field [type=radio] { width: 44px; padding: 0; border-radius: 8px; cursor: pointer; }
sluice-network-choice sluice-brand-mark { margin: 0; border-radius: 4px; pointer-events: none; }
sluice-network-choice :checked + * { outline: 2px solid var(--accent); outline-offset: 1px; }
sluice-network-choice :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
sluice-field .control:has([type=radio]:focus-visible) { outline: none; }
`
