import { html, nothing } from 'lit'
import { icons } from './icons.ts'

/** An error of a form, in words; nothing without one. */
export const errorNotice = (error: string): unknown =>
  error === ''
    ? nothing
    : html`
        <div class="notice" role="alert">
          ${icons.alert}
          <p>${error}</p>
        </div>
      `
