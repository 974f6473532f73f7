import { PROPERTIES } from './appearance.ts'

/** The base of each element's shadow root: the frame in its reserved place. */
const FRAME =
  ':host{display:block;container-type:inline-size;position:relative}:host([hidden]){display:none}p{margin:0}button{font:inherit;margin-top:8px;min-height:44px;padding:0 16px}' +
  '::slotted(iframe){display:block;width:100%;height:100%;border:0;color-scheme:inherit}'

/**
 * The style sheet of `<sluice-card>`. It reserves the form's height before the frame loads, as card-frame/card.styles.ts has it at this width:
 * `--g` for number, expiry and code, and 106 px for each further row. Frames have integer widths, so widths are rounded. The frame is 4 px
 * larger than the form on each side, for its focus ring.
 *
 * Until the frame has sent its height, a skeleton of grey bars is shown: one box for the group and one below, and their shadows.
 *
 * The invisible `i` has transitions that detect changes of the colour scheme and of custom properties.
 */
export const CSS =
  FRAME +
  'div{--n:1;--p:1;--m:max(var(--n),var(--p));--g:106px;--t:24px;--h:48px;--s:0 0;display:flow-root;height:calc(var(--g) + 106px*var(--m))}' +
  ':host([no-name]) div{--n:0}:host([no-postal-code]) div{--p:0}' +
  ':host([layout=grid]) div{--g:146px;--t:0;--h:112px}' +
  '@container (width<439.5px){div{--g:146px;--t:0;--h:112px}}' +
  '@container (width<335.5px){div{--m:calc(var(--n) + var(--p))}}' +
  ':host([layout=stack]) div{--m:calc(var(--n) + var(--p));--g:318px;--t:24px;--h:48px;--s:0 106px,0 212px}' +
  'div:not([style]):has([name=frame]){clip-path:inset(0);' +
  '&::before,&::after{content:"";position:absolute;inset:var(--t) 0 auto;height:var(--h);border-radius:10px;' +
  'background:currentColor;opacity:.08;box-shadow:var(--s)}' +
  '&::after{top:calc(var(--g) + 24px);height:48px;box-shadow:0 106px}}' +
  '::slotted(iframe){width:calc(100% + 8px);height:calc(100% + 8px);margin:-4px}' +
  `i{position:absolute;visibility:hidden;color:light-dark(#000,#fff);transition:1ms allow-discrete;transition-property:color,${PROPERTIES}}`

/**
 * The style sheet of `<sluice-checkout>`. It reserves the height of the simplest checkout, in English with a card form: on a phone, in one
 * wide column, and in two columns.
 */
export const CHECKOUT_CSS =
  FRAME +
  'div{--n:842px;height:var(--sluice-checkout-height,var(--n))}' +
  '@container (width>471.5px){div{--n:778px}}@container (width>767.5px){div{--n:694px}}'
