import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit'

/** Icons of 20 px with lines of 1.5 px in the text's colour. Hidden from screen readers, since each has a text beside it. */
export const icon = (drawing: SVGTemplateResult): TemplateResult => html`
  <svg
    class="icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${drawing}
  </svg>
`

export const chevronIcon = icon(svg`<path d="m5.5 8 4.5 4.5L14.5 8" />`)
export const calendarIcon = icon(
  svg`<rect x="2.75" y="3.75" width="14.5" height="13.5" rx="2" /><path d="M2.75 7.75h14.5M6.5 2v3.5M13.5 2v3.5" />`,
)
export const cardIcon = icon(
  svg`<rect x="2.25" y="4.25" width="15.5" height="11.5" rx="2" /><path d="M2.25 8h15.5M5.5 12.5h3" />`,
)
export const bankIcon = icon(
  svg`<path d="m2.75 7.5 7.25-4 7.25 4zM4.5 10v4.5M8.2 10v4.5M11.8 10v4.5M15.5 10v4.5M2.75 16.75h14.5" />`,
)
