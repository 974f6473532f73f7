import { html, type TemplateResult } from 'lit'
import { icons } from '../../parts/icons.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.developers

/** A text in the font of code, with a button that copies it. */
export const codeBlock = (title: string, text: string, notify: (text: string) => void): TemplateResult => {
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => notify(texts.copied),
      () => notify(texts.copyFailed),
    )
  }
  return html`
    <div class="code">
      <div class="code-head">
        <h3 class="small">${title}</h3>
        <button type="button" class="button plain" @click=${copy}>${icons.copy}${texts.copy}</button>
      </div>
      <pre tabindex="0" role="region" aria-label=${title}>${text}</pre>
    </div>
  `
}
