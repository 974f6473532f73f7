import { PROPERTIES } from './appearance.ts'

/** What every element's shadow root has: the frame in the place that the element reserves for it. */
const FRAME =
  ':host{display:block;container-type:inline-size;position:relative}:host([hidden]){display:none}p{margin:0}' +
  '::slotted(iframe){display:block;width:100%;height:100%;border:0;color-scheme:inherit}'

/**
 * The shadow root's style sheet. It reserves the form's height before the frame is there: 100 px a row, and as many rows
 * as card-frame/card.styles.ts makes at this width. A frame is a whole number of pixels wide, so widths are rounded. It is
 * 4 px larger than the form on each side, for its focus ring.
 *
 * Until the frame has told its height, the fields are drawn as grey bars of their size: one, and its shadows.
 *
 * The `i` is never seen: its transitions tell when the page turns light or dark, or a custom property changes.
 */
export const CSS =
  FRAME +
  'div{--n:1;--p:1;--r:1;display:flow-root;height:calc(100px*(var(--r) + max(var(--n),var(--p))))}' +
  ':host([no-name]) div{--n:0}:host([no-postal-code]) div{--p:0}:host([layout=grid]) div{--r:2}' +
  '@container (width<439.5px){div{height:calc(100px*(2 + max(var(--n),var(--p))))}}' +
  '@container (width<359.5px){div{height:calc(100px*(2 + var(--n) + var(--p)))}}' +
  ':host([layout=stack]) div{height:calc(100px*(3 + var(--n) + var(--p)))}' +
  'div:not([style]):has([name=frame]){clip-path:inset(0);' +
  '&::before{content:"";position:absolute;inset:24px 0 auto;height:48px;border-radius:10px;' +
  'background:currentColor;opacity:.08;box-shadow:0 100px,0 200px,0 300px,0 400px}}' +
  '::slotted(iframe){width:calc(100% + 8px);height:calc(100% + 8px);margin:-4px}' +
  `i{position:absolute;visibility:hidden;color:light-dark(#000,#fff);transition:1ms allow-discrete;transition-property:color,${PROPERTIES}}`

/**
 * The shadow root's style sheet of a checkout. It reserves the height that the plainest one has, in English, with a card to pay
 * by: on a phone, in one wider column, and in two.
 */
export const CHECKOUT_CSS =
  FRAME +
  'div{--n:984px;height:var(--sluice-checkout-height,var(--n))}' +
  '@container (width>471.5px){div{--n:760px}}@container (width>767.5px){div{--n:676px}}'
