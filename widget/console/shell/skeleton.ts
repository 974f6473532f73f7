import { html, type TemplateResult } from 'lit'
import { shellTexts } from './texts.ts'

/** Rows of the size of a list's rows. */
export const rowSkeleton = (rows: number): TemplateResult => html`
  <div class="skeleton-rows" aria-hidden="true">
    ${Array.from(
      { length: rows },
      () => html`
        <div class="skeleton-row">
          <i></i>
          <i></i>
          <i></i>
        </div>
      `,
    )}
  </div>
`

/** The content while a screen is being loaded. */
export const contentSkeleton = (): TemplateResult => html`
  <p class="hidden" role="status">${shellTexts.loading}</p>
  <div class="skeleton-title" aria-hidden="true"><i></i></div>
  ${rowSkeleton(8)}
`
