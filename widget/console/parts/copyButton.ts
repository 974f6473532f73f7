import { html, type TemplateResult } from 'lit'
import { icons } from './icons.ts'

export type CopyTexts = { readonly copied: string; readonly copyFailed: string }

/** A button that copies a text. */
export const copyButton = (
  label: string,
  text: string,
  { copied, copyFailed }: CopyTexts,
  notify: (text: string) => void,
): TemplateResult => {
  const copy = (): void => {
    // A browser may refuse.
    navigator.clipboard.writeText(text).then(
      () => notify(copied),
      () => notify(copyFailed),
    )
  }
  return html`
    <button type="button" class="button" @click=${copy}>${icons.copy}${label}</button>
  `
}
