/**
 * Where the system sets the colours: backgrounds and shadows of the page are gone, so what they show is a border or a colour of the system. The
 * focus has the outline, so that it also shows on what is current.
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
  .skeleton-title i, .skeleton-row i, .bone { background: GrayText; }
}
`
