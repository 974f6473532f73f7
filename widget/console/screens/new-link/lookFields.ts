import { html, nothing, type TemplateResult } from 'lit'
import { PRESETS } from '#contract/theme/presets'
import { selectField, type LinkForm } from './fields.ts'
import { parseAppearance, type AppearanceMembers, type Draft } from './form.ts'
import { newLinkTexts } from './texts.ts'

const texts = newLinkTexts.look

/** The appearance of the page that a draft describes; undefined for the plain one. */
export const appearanceOf = ({ look, json }: Draft): AppearanceMembers | undefined =>
  look === 'own' ? parseAppearance(json) : PRESETS.find(({ id }) => id === look)?.members

const jsonField = ({ draft, isDisabled, problemOf, change }: LinkForm): TemplateResult => {
  const problem = problemOf('json')
  return html`
    <div class="field">
      <label for="link-json">${texts.json}</label>
      <textarea
        class="input link-json"
        id="link-json"
        rows="6"
        dir="ltr"
        spellcheck="false"
        maxlength="10000"
        aria-invalid=${problem !== ''}
        aria-describedby="link-json-message"
        ?disabled=${isDisabled}
        .value=${draft.json}
        @input=${(event: Event) => change({ json: (event.target as HTMLTextAreaElement).value }, 'json')}
      ></textarea>
      <p class="message ${problem ? 'bad' : ''}" id="link-json-message">${problem || texts.jsonHelp}</p>
    </div>
  `
}

/** The look of the page: a preset, or JSON of the theme studio. */
export const lookFields = (form: LinkForm): TemplateResult => {
  const { look } = form.draft
  const choices: readonly (readonly [string, string])[] = [
    ['', texts.none],
    ...PRESETS.map(({ id, title }) => [id, title] as const),
    ['own', texts.own],
  ]
  return html`
    ${selectField(form, { name: 'look', label: texts.title, value: look }, choices, (value) =>
      form.change({ look: value }, 'json'),
    )}
    ${look === 'own' ? jsonField(form) : nothing}
  `
}
