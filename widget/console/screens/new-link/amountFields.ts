import { html, nothing, type TemplateResult } from 'lit'
import { icons } from '../../parts/icons.ts'
import type { CurrencyChoice } from './currencyChoices.ts'
import { inputField, selectField, type LinkForm } from './fields.ts'
import type { Line } from './form.ts'
import { newLinkTexts as texts } from './texts.ts'

const changeLine = ({ draft, change }: LinkForm, index: number, changes: Partial<Line>): void => {
  const lines = draft.lines.map((line, at) => (at === index ? { ...line, ...changes } : line))
  change({ lines }, ...Object.keys(changes).map((name) => `${name}-${index}`))
}

const lineField = (
  form: LinkForm,
  index: number,
  member: keyof Line,
  label: string,
  options: { readonly max: number; readonly isAmount?: boolean; readonly isOptional?: boolean },
): TemplateResult =>
  inputField(
    form,
    { name: `${member}-${index}`, label, value: form.draft.lines[index]![member] },
    (value) => changeLine(form, index, { [member]: value }),
    options,
  )

const priceField = (form: LinkForm, index: number, label: string): TemplateResult =>
  lineField(form, index, 'price', label, { isAmount: true, max: 12 })

const nameField = (form: LinkForm, index: number, label: string, isOptional: boolean): TemplateResult =>
  lineField(form, index, 'name', label, { isOptional, max: 200 })

const item = (form: LinkForm, index: number, remove: () => void): TemplateResult => {
  const { items } = texts
  const title = items.nameOf(index + 1)
  return html`
    <div class="link-item" role="group" aria-label=${title}>
      ${nameField(form, index, items.name, false)} ${priceField(form, index, items.price)}
      ${lineField(form, index, 'quantity', items.quantity, { max: 6 })}
      <button type="button" class="icon-button" ?disabled=${form.isDisabled} @click=${remove}>
        ${icons.close}
        <span class="hidden">${items.remove(form.draft.lines[index]!.name || title)}</span>
      </button>
    </div>
  `
}

/** What is paid: an amount and what it is for, or several items. */
export const amountFields = (
  form: LinkForm,
  currencies: readonly CurrencyChoice[],
  actions: { readonly add: () => void; readonly remove: (index: number) => void },
): TemplateResult => {
  const { isItemized, lines, currency } = form.draft
  const currencyField = selectField(
    form,
    { name: 'currency', label: texts.currency, value: String(currency) },
    currencies.map(({ number, code }) => [String(number), code]),
    (value) => form.change({ currency: Number(value) }, 'currency'),
  )
  return html`
    <div class="link-amount">${isItemized ? nothing : priceField(form, 0, texts.amount)} ${currencyField}</div>
    ${
      isItemized
        ? lines.map((_line, index) => item(form, index, () => actions.remove(index)))
        : nameField(form, 0, texts.purpose, true)
    }
    <div>
      <button type="button" class="button" data-action="add" ?disabled=${form.isDisabled} @click=${actions.add}>
        ${icons.plus} ${isItemized ? texts.items.add : texts.items.several}
      </button>
    </div>
  `
}
