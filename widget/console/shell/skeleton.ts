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

/** The content while a screen is being loaded. @param title null as long as it is not known */
export const contentSkeleton = (title: string | null): TemplateResult => html`
  <p class="hidden" role="status">${shellTexts.loading}</p>
  ${
    title === null
      ? html`
          <div class="skeleton-title" aria-hidden="true"><i></i></div>
        `
      : html`
          <div class="page-head"><h1>${title}</h1></div>
        `
  }
  ${rowSkeleton(8)}
`
