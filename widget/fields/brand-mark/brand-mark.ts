import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { Network } from '#contract/card/networks'

const word = (text: string, width: number, fill: string, y = 13.4, size = 9) => svg`
  <text x=${16 - width / 2} y=${y} textLength=${width} lengthAdjust="spacingAndGlyphs" font-size=${size} fill=${fill}
    font-family="Arial, Helvetica, sans-serif" font-weight="700">${text}</text>`

const circles = (left: string, right: string, both: string) => svg`
  <circle cx="12.5" cy="10" r="6" fill=${left} /><circle cx="19.5" cy="10" r="6" fill=${right} />
  <path d="M16 5.13a6 6 0 0 1 0 9.74a6 6 0 0 1 0-9.74z" fill=${both} />`

const bar = (x: number, fill: string, letter: string) => svg`
  <path d="M${x} 6.5a2.5 2.5 0 0 1 2.5-2.5h3.5v9.5a2.5 2.5 0 0 1-2.5 2.5h-3.5z" fill=${fill} />
  <text x=${x + 3} y="12.4" text-anchor="middle" font-size="6.5" fill="#fff" font-family="Arial, Helvetica, sans-serif"
    font-weight="700">${letter}</text>`

/** Background (null: an outline in the text's colour) and drawing of each mark, in a box of 32 by 20. */
const MARKS: Record<Network, { background: string | null; drawing: SVGTemplateResult }> = {
  visa: {
    background: '#fff',
    drawing: svg`<g transform="skewX(-12)" transform-origin="16 10">${word('VISA', 21, '#1434cb', 13.6, 10)}</g>`,
  },
  mastercard: { background: '#fff', drawing: circles('#eb001b', '#f79e1b', '#ff5f00') },
  amex: { background: '#006fcf', drawing: word('AMEX', 23, '#fff') },
  discover: {
    background: '#fff',
    drawing: svg`<path d="M31.5 11.5c-5 4-12 6.5-18.5 8h15.5a3 3 0 0 0 3-3z" fill="#f76f20" />
      ${word('DISCOVER', 25, '#1b1b1b', 10, 5.5)}`,
  },
  diners: {
    background: '#fff',
    drawing: svg`<circle cx="16" cy="10" r="7" fill="#0165ac" />
      <path d="M14.2 5.6a4.75 4.75 0 0 0 0 8.8zM17.8 5.6a4.75 4.75 0 0 1 0 8.8z" fill="#fff" />`,
  },
  jcb: {
    background: '#fff',
    drawing: svg`${bar(5.5, '#0b5fa9', 'J')}${bar(13, '#d3162f', 'C')}${bar(20.5, '#23943b', 'B')}`,
  },
  unionpay: {
    background: '#fff',
    drawing: svg`<path d="M9.5 3h6.5l-3 14h-6.5a1.3 1.3 0 0 1-1.3-1.6l2.5-11a1.8 1.8 0 0 1 1.8-1.4z" fill="#e21836" />
      <path d="M15 3h7.5l-3 14h-7.5z" fill="#00447c" />
      <path d="M21.5 3h4.5a1.3 1.3 0 0 1 1.3 1.6l-2.5 11a1.8 1.8 0 0 1-1.8 1.4h-4.5z" fill="#007b84" />`,
  },
  maestro: { background: '#fff', drawing: circles('#eb001b', '#00a2e5', '#7375cf') },
  cartesBancaires: {
    background: '#0a4f8f',
    drawing: svg`<path d="M16 1h13a2.5 2.5 0 0 1 2.5 2.5v13a2.5 2.5 0 0 1-2.5 2.5h-13z" fill="#1f8a3b" />
      <path d="M15.5 9.7h-5v.6h5c-.2 3-2 5.2-5 5.2a5.5 5.5 0 0 1 0-11c3 0 4.8 2.2 5 5.2zM16.5 4.5h7a2.6 2.6 0 0 1 0 5.2h-7zM16.5 10.3h7a2.6 2.6 0 0 1 0 5.2h-7z" fill="#fff" />`,
  },
  unknown: {
    background: null,
    drawing: svg`<path d="M1 6.5h30M5 13.5h6" stroke="currentColor" stroke-width="1.5" fill="none" />`,
  },
}

/**
 * The mark of a card network, 32 by 20. A new mark fades in. It is hidden from screen readers, since the form's status
 * announces the network. The page includes `brand-mark.styles.ts`.
 */
export const brandMark = (network: Network): TemplateResult => {
  const { background, drawing } = MARKS[network]
  return html`
    <svg class="mark" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true" data-network=${network}>
      <rect
        x="0.5"
        y="0.5"
        width="31"
        height="19"
        rx="3"
        fill=${background ?? 'none'}
        stroke=${background ? '#00000026' : 'currentColor'}
        stroke-width=${background ? 1 : 1.5}
      />
      <g>${drawing}</g>
    </svg>
  `
}
