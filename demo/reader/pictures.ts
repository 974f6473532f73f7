import { drawn, type Html } from '../shop/html.ts'

/** SVGs of the terminal page. Its script copies them by name. */
export const pictures: Readonly<Record<string, Html>> = {
  contactless: drawn`<svg class="waves" viewBox="0 0 64 64" aria-hidden="true"><path d="M17 24.5a15 15 0 0 1 0 15"/><path d="M26 19a26 26 0 0 1 0 26"/><path d="M35 13.5a37 37 0 0 1 0 37"/><path d="M44 8a48 48 0 0 1 0 48"/></svg>`,
  tide: drawn`<svg viewBox="0 0 1440 320" preserveAspectRatio="none" aria-hidden="true"><path d="M0 96C180 32 300 32 480 96s300 64 480 0 300-64 480 0v224H0z"/><path d="M0 168c160-56 320-56 480 0s320 56 480 0 320-56 480 0v152H0z"/><path d="M0 244c200-44 280-44 480 0s280 44 480 0 280-44 480 0v76H0z"/></svg>`,
  turning: drawn`<svg class="ring" viewBox="0 0 96 96" aria-hidden="true"><circle cx="48" cy="48" r="42"/><path d="M48 6a42 42 0 0 1 42 42"/></svg>`,
  good: drawn`<svg class="sign" viewBox="0 0 96 96" aria-hidden="true"><circle cx="48" cy="48" r="42"/><path class="stroke" pathLength="1" d="m30 49.5 12.5 12.5L67 36"/></svg>`,
  bad: drawn`<svg class="sign" viewBox="0 0 96 96" aria-hidden="true"><circle cx="48" cy="48" r="42"/><path d="M48 27v26M48 66.5v.5"/></svg>`,
  over: drawn`<svg class="sign" viewBox="0 0 96 96" aria-hidden="true"><circle cx="48" cy="48" r="42"/><path d="M32 48h32"/></svg>`,
  yes: drawn`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.75 4.75L19.5 7.5"/></svg>`,
  no: drawn`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="m6.5 6.5 11 11m0-11-11 11"/></svg>`,
  erase: drawn`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="M8.5 5.5h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-10L3 12zM11 9.5l5 5m0-5-5 5"/></svg>`,
  onward: drawn`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="M4.5 12h15M13.5 6l6 6-6 6"/></svg>`,
  space: drawn`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="M4.5 10.5v4h15v-4"/></svg>`,
  copy: drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><rect x="7" y="7" width="9" height="9.5" rx="2"/><path d="M13 7V5.5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2h1"/></svg>`,
  'mark-visa': drawn`<svg viewBox="0 0 64 24" aria-hidden="true"><path fill="currentColor" d="M24.3 3.4 17.1 20h-4.6L9 6.9c-.2-.8-.4-1.1-1-1.5C6.9 4.8 5.2 4.3 3.7 4l.1-.6h7.500c1 0 1.8.6 2 1.700l1.9 9.7 4.6-11.400zm18 11.200c0-4.4-6.1-4.6-6-6.5 0-.6.6-1.2 1.8-1.4.6-.1 2.3-.1 4.2.8l.7-3.500A11.5 11.5 0 0 0 39 3.200c-4.2 0-7.2 2.2-7.2 5.4 0 2.4 2.1 3.7 3.7 4.5 1.7.8 2.2 1.3 2.2 2 0 1.1-1.3 1.6-2.5 1.6-2.1 0-3.3-.6-4.2-1l-.8 3.500c1 .4 2.7.8 4.5.8 4.5 0 7.5-2.2 7.6-5.400M53.5 20h4L54 3.400h-3.700c-.8 0-1.5.5-1.8 1.200L42 20h4.600l.9-2.500h5.500zm-4.8-6 2.3-6.3 1.3 6.300zM30.5 3.4 26.9 20h-4.300l3.6-16.600z"/></svg>`,
  'mark-mastercard': drawn`<svg viewBox="0 0 48 30" aria-hidden="true"><circle cx="17" cy="15" r="13" fill="#eb001b"/><circle cx="31" cy="15" r="13" fill="#f79e1b"/><path d="M24 4.050a13 13 0 0 1 0 21.900a13 13 0 0 1 0-21.900z" fill="#ff5f00"/></svg>`,
  'mark-amex': drawn`<svg viewBox="0 0 64 24" aria-hidden="true"><text x="32" y="18.5" text-anchor="middle" textLength="62" lengthAdjust="spacingAndGlyphs" fill="currentColor" font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="19">AMEX</text></svg>`,
}

/** Icons of the top bar. */
export const soundIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M3.5 7.750v4.500H6l4 3.250v-11L6 7.750z"/><path class="on" d="M12.75 7.500a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10"/><path class="off" d="m13 8 4 4m0-4-4 4"/></svg>`
export const wideIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M7.5 3.500h-4v4M12.5 3.500h4v4M7.5 16.500h-4v-4M12.5 16.500h4v-4"/></svg>`
