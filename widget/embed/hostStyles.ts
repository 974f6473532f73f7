import { PROPERTIES } from './appearance.ts'

/** The base of each element's shadow root: the frame in its reserved place. */
const FRAME =
  ':host{display:block;container-type:inline-size;position:relative}:host([hidden]){display:none}p{margin:0}button{font:inherit;margin-top:8px;min-height:44px;padding:0 16px}' +
  '::slotted(iframe){display:block;width:100%;height:100%;border:0;color-scheme:inherit}'

/**
 * The style sheet of `<sluice-card>`. It reserves the form's height before the frame loads: 100 px per row, with as many rows as
 * card-frame/card.styles.ts has at this width. Frames have integer widths, so widths are rounded. The frame is 4 px larger than the form on
 * each side, for its focus ring.
 *
 * Until the frame has sent its height, a skeleton of grey bars is shown: one box and its shadows.
 *
 * The invisible `i` has transitions that detect changes of the colour scheme and of custom properties.
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
 * The style sheet of `<sluice-checkout>`. It reserves the height of the simplest checkout, in English with a card form: on a phone, in one
 * wide column, and in two columns.
 */
export const CHECKOUT_CSS =
  FRAME +
  'div{--n:984px;height:var(--sluice-checkout-height,var(--n))}' +
  '@container (width>471.5px){div{--n:760px}}@container (width>767.5px){div{--n:676px}}'
