import { Html } from '../html.ts'

/** Decorative icons: 20 px, lines of 1.5 px in the colour of the text. */
const icon = (name: string, path: string) =>
  new Html(
    `<svg class="icon ${name}" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path pathLength="1" d="${path}"/></svg>`,
  )

export const chevron = icon('chevron', 'M6 8l4 4l4-4')
export const check = icon('check', 'M5 10.5l3.5 3.5l6.5-7.5')
