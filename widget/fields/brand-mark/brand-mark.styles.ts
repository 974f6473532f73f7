/** The network's mark. A new mark fades in without layout shift. */
export const brandMarkStyles = `
.mark { flex: none; color: var(--icon); }
.mark g { direction: ltr; }
.mark g > * { animation: sluice-mark 160ms; }
@keyframes sluice-mark { from { opacity: 0; } }
`
