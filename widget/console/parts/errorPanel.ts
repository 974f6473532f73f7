import { html, nothing, type TemplateResult } from 'lit'
import { ApiError } from '../api/apiError.ts'
import { errorText } from '../shell/errorText.ts'
import { shellTexts } from '../shell/texts.ts'
import { icons } from './icons.ts'

/** An error in place of content: what happened, what to do, and the request's id for the operator. */
export const errorPanel = (error: unknown, retry?: () => void): TemplateResult => html`
  <div class="notice" role="alert">
    ${icons.alert}
    <div>
      <p>${errorText(error)}</p>
      ${
        error instanceof ApiError && error.requestId
          ? html`
              <p class="small muted">${shellTexts.requestId(error.requestId)}</p>
            `
          : nothing
      }
    </div>
    ${
      retry
        ? html`
            <button class="button" @click=${retry}>${shellTexts.retry}</button>
          `
        : nothing
    }
  </div>
`
