import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit'
import { paymentStates, type Shape, type StateLabel } from './paymentStates.ts'

const shapes: Readonly<Record<Shape, SVGTemplateResult>> = {
  full: svg`<circle cx="6" cy="6" r="4.5" fill="currentColor" />`,
  half: svg`<circle cx="6" cy="6" r="4" /><path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" />`,
  ring: svg`<circle cx="6" cy="6" r="4" />`,
  dots: svg`<circle cx="6" cy="6" r="4" stroke-dasharray="1.6 2.6" />`,
  cross: svg`<path d="m2.5 2.5 7 7M9.5 2.5l-7 7" />`,
  back: svg`<path d="M4.5 2 2 4.5 4.5 7M2.5 4.5h5a2.5 2.5 0 0 1 0 5H5" />`,
  dash: svg`<path d="M2 6h8" />`,
  mark: svg`<path d="M6 1.5v5.5M6 10.2v.1" />`,
}

/** A state as a word with a shape and a colour. */
export const label = ({ text, tone, shape }: StateLabel): TemplateResult => html`
  <span class="state ${tone}">
    <svg
      viewBox="0 0 12 12"
      width="12"
      height="12"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      ${shapes[shape]}
    </svg>
    ${text}
  </span>
`

/** The label of a payment's state. A state of a newer gateway is shown by its name. */
export const stateLabel = (state: string): TemplateResult =>
  label(paymentStates[state] ?? { text: state, tone: 'quiet', shape: 'ring' })
