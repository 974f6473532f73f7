import { html, type TemplateResult } from 'lit'
import type { LegalDraft } from './kinds.ts'
import { settingsTexts } from './texts.ts'

const texts = settingsTexts.legal

/** The merchant's own legal texts: a block of fields for each language. */
export const legalFields = (
  drafts: readonly LegalDraft[],
  isDisabled: boolean,
  change: (drafts: readonly LegalDraft[]) => void,
  message: unknown,
): TemplateResult => {
  const set = (index: number, changes: Partial<LegalDraft>): void =>
    change(drafts.map((draft, each) => (each === index ? { ...draft, ...changes } : draft)))
  const remove = (index: number): void => change(drafts.filter((_, each) => each !== index))
  const area = (index: number, name: 'bankDebit' | 'subscription'): TemplateResult => html`
    <div class="field">
      <label for="legal-${index}-${name}">${texts[name]}</label>
      <textarea
        class="input"
        id="legal-${index}-${name}"
        rows="3"
        .value=${drafts[index]![name]}
        @input=${(event: Event) => set(index, { [name]: (event.target as HTMLTextAreaElement).value })}
      ></textarea>
    </div>
  `
  return html`
    <fieldset class="choices" ?disabled=${isDisabled}>
      <legend class="label" id="setting-legalTexts" tabindex="-1">${settingsTexts.fields.legalTexts.label}</legend>
      ${message}
      ${drafts.map(
        ({ locale }, index) => html`
          <div class="legal">
            <div class="field">
              <label for="legal-${index}-locale">${texts.locale}</label>
              <div class="field-row">
                <input
                  class="input"
                  id="legal-${index}-locale"
                  autocomplete="off"
                  spellcheck="false"
                  placeholder=${texts.localeHelp}
                  .value=${locale}
                  @input=${(event: Event) => set(index, { locale: (event.target as HTMLInputElement).value })}
                />
                <button type="button" class="button" @click=${() => remove(index)}>
                  ${texts.remove}
                  <span class="hidden">${texts.removeOf(locale || texts.unnamed)}</span>
                </button>
              </div>
            </div>
            ${area(index, 'bankDebit')} ${area(index, 'subscription')}
          </div>
        `,
      )}
      <button
        type="button"
        class="button"
        @click=${() => change([...drafts, { locale: '', bankDebit: '', subscription: '' }])}
      >
        ${texts.add}
      </button>
    </fieldset>
  `
}
