/** The network's mark: it fades where it stands, and nothing around it moves. */
export const brandMarkStyles = `
sluice-brand-mark {
  display: block;
  flex: none;
  width: 32px;
  height: 20px;
  color: var(--icon);
}
sluice-brand-mark svg { display: block; direction: ltr; }
sluice-brand-mark g { animation: sluice-mark 160ms; }
@keyframes sluice-mark { from { opacity: 0; } }
`
