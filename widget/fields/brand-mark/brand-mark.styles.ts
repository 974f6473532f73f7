/** The network's mark: what is new in it fades in where it stands, and nothing around it moves. */
export const brandMarkStyles = `
.mark { flex: none; color: var(--icon); }
.mark g { direction: ltr; }
.mark g > * { animation: sluice-mark 160ms; }
@keyframes sluice-mark { from { opacity: 0; } }
`
