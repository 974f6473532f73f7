import { html, type TemplateResult } from 'lit'
import type { ApiKey, RotateApiKeyAnswer } from '../../../client/types.ts'
import { FormDialog, type FormTexts, type Problems, type Write } from '../../parts/form-dialog.ts'
import { keysTexts } from './texts.ts'

const texts = keysTexts.rotateDialog

/** The dialog that replaces a key. */
export class RotateDialog extends FormDialog<RotateApiKeyAnswer> {
  static override properties = { ...FormDialog.properties, apiKey: { attribute: false }, overlap: { state: true } }

  declare apiKey: ApiKey
  /** Hours. */
  declare overlap: number

  constructor() {
    super()
    this.overlap = texts.overlaps[0]![0]
  }

  protected override get texts(): FormTexts {
    return { ...texts, title: texts.title(this.apiKey.name ?? keysTexts.unnamed) }
  }

  protected override check(): Problems {
    return {}
  }

  protected override request(): Write {
    return {
      method: 'POST',
      path: `/v1/apikeys/${encodeURIComponent(this.apiKey.id)}/rotate`,
      body: { overlapHours: this.overlap },
    }
  }

  protected override fields(): TemplateResult {
    return html`
      <p>${texts.text}</p>
      <div class="field">
        <label for="overlap">${texts.overlap}</label>
        <select
          class="input"
          id="overlap"
          name="overlapHours"
          aria-describedby="overlapHours-message"
          @change=${(event: Event) => {
            this.overlap = Number((event.target as HTMLSelectElement).value)
          }}
        >
          ${texts.overlaps.map(
            ([hours, text]) => html`
              <option value=${hours} ?selected=${hours === this.overlap}>${text}</option>
            `,
          )}
        </select>
        ${this.message('overlapHours')}
      </div>
    `
  }
}

customElements.define('rotate-dialog', RotateDialog)
