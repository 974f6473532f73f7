/**
 * The shadow root's style sheet. It reserves the form's height before the frame is there: 100 px a row, and as many rows
 * as card-frame/card.styles.ts makes at this width. The frame is 4 px larger on each side, for its focus ring.
 *
 * The `i` is never seen: the transition of its colour tells when the page turns light or dark.
 */
const CSS =
  ':host{display:block;container-type:inline-size;position:relative}:host([hidden]){display:none}' +
  'div{display:flow-root;height:calc(100px*var(--wide))}' +
  '@container (max-width:439.1px){div{height:calc(100px*var(--middle))}}' +
  '@container (max-width:359.1px){div{height:calc(100px*var(--narrow))}}' +
  '::slotted(iframe){display:block;width:calc(100% + 8px);height:calc(100% + 8px);margin:-4px;border:0;color-scheme:inherit}' +
  'i{position:absolute;visibility:hidden;color:light-dark(#000,#fff);transition:color 1ms}' +
  'p{margin:0}'

let sheet: CSSStyleSheet | undefined

/** One sheet for all elements of the page; constructable, since the page's CSP may refuse every other. */
export const cardSheet = (): CSSStyleSheet => {
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(CSS)
  return sheet
}

/** Says how many rows the form has at each width, so that its height is reserved. */
export const reserveRows = ({ style }: HTMLElement, layout: string, askName: boolean, askPostalCode: boolean): void => {
  const more = Number(askName) + Number(askPostalCode)
  const stack = layout === 'stack'
  const pairs = stack ? 3 + more : 2 + Math.min(more, 1)
  style.setProperty('--wide', `${stack || layout === 'grid' ? pairs : pairs - 1}`)
  style.setProperty('--middle', `${pairs}`)
  style.setProperty('--narrow', `${stack ? pairs : 2 + more}`)
}
