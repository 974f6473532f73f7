/**
 * Where the system sets the colours: backgrounds and shadows of the page are gone, so what they show is a border or a colour of the system. The
 * focus has the outline, so that it also shows on what is current. The main button is filled with the colour of a selection, since the system
 * would draw all buttons alike.
 */
export const forcedColorsStyles = `
@media (forced-colors: active) {
  .mode-link, .sections a { border: 2px solid Canvas; }
  .mode-link[aria-current=true], .sections a[aria-current=page] { border-color: Highlight; }
  .views a[aria-current=true]::after { height: 4px; background: Highlight; }
  .mode-link:focus-visible, .sections a:focus-visible { outline-offset: -4px; }
  .rows tbody tr.selected { outline: 2px solid Highlight; outline-offset: -2px; }
  .chip, .scope, .note { border: 1px solid CanvasText; }
  .input[aria-invalid=true], .search-box:has([aria-invalid=true]) { border-width: 3px; }
  .button:is(.primary, .danger):not(:disabled), .button:is(.primary, .danger):not(:disabled):hover { forced-color-adjust: none; border-color: Highlight; background: Highlight; color: HighlightText; outline-color: CanvasText; }
  .skeleton-title i, .skeleton-row i, .bone { background: GrayText; }
}
`
