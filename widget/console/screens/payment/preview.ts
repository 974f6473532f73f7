import { html, type TemplateResult } from 'lit'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.dialog

/** Amounts or states now and after an action. */
export const previewTable = (
  rows: readonly { readonly text: string; readonly now: string; readonly after: string }[],
): TemplateResult => html`
  <table class="preview figure">
    <caption class="hidden">${texts.preview}</caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col">${texts.now}</th>
        <th scope="col">${texts.after}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ text, now, after }) => html`
          <tr>
            <th scope="row">${text}</th>
            <td>${now}</td>
            <td>${after}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`
