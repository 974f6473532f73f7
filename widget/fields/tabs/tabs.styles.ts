/**
 * Tabs of equal width side by side, 48 px high, stacked if their labels do not fit. A line of 2 px marks the selected tab,
 * without layout shift.
 */
export const tabsStyles = `
sluice-tabs { display: block; }
sluice-tabs > div { display: flex; flex-wrap: wrap; gap: 8px; }
sluice-tabs button {
  position: relative;
  flex: 1 1 0;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-width: min-content;
  min-height: var(--control, 48px);
  margin: 0;
  padding: 4px 12px;
  border: 1px solid var(--edge);
  border-radius: var(--radius, 10px);
  background: var(--tab);
  color: var(--tab-text);
  font: inherit;
  font-size: .9375rem;
  line-height: 1.25rem;
  font-weight: 500;
  cursor: pointer;
  transition: background-color 120ms, color 120ms;
}
sluice-tabs svg { flex: none; color: var(--tab-icon, inherit); }
sluice-tabs [aria-selected=true] { background: var(--tab-selected); color: var(--tab-selected-text, var(--text)); }
sluice-tabs [aria-selected=true] svg { color: var(--tab-selected-icon, inherit); }
sluice-tabs [aria-selected=true]::after {
  content: '';
  position: absolute;
  inset: auto max(10px, var(--radius, 10px)) -1px;
  border-bottom: 2px solid var(--tab-mark, var(--accent));
}
sluice-tabs button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
sluice-tabs button:disabled { opacity: .55; cursor: default; }
@media (forced-colors: active) {
  sluice-tabs button:focus-visible { outline-color: Highlight; }
  sluice-tabs svg, sluice-tabs [aria-selected=true] svg { color: inherit; }
  sluice-tabs [aria-selected=true] { forced-color-adjust: none; border-color: Highlight; background: Highlight; color: HighlightText; }
}
`
