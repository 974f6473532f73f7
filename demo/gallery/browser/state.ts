import { toTheme } from '#contract/theme/appearance'
import { cardStyles } from '../../../widget/card-frame/card.styles.ts'
import { SluiceCardForm } from '../../../widget/fields/card-form/card-form.ts'
import { applyTheme } from '../../../widget/theme/applyTheme.ts'
import { browserColor } from '../../../widget/theme/browserColor.ts'
import type { StatePageData } from '../states.ts'

/** Fills the fields in order, as a shopper would. */
const fill = (form: SluiceCardForm, texts: readonly string[]): void => {
  const inputs = form.querySelectorAll<HTMLInputElement>('sluice-field input')
  for (const [index, text] of texts.entries()) {
    inputs[index]!.value = text
    inputs[index]!.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

/** Displays the card form in a state of the gallery. The form is in this page, so that its script can fill it in. */
const show = async ({ state, scheme, texts }: StatePageData): Promise<void> => {
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const shownScheme = scheme || preferred
  applyTheme(toTheme({}, shownScheme, browserColor), shownScheme)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cardStyles)
  document.adoptedStyleSheets.push(sheet)
  const form = Object.assign(new SluiceCardForm(), { texts })
  document.querySelector('form')!.append(form)
  await form.updateComplete
  fill(form, state.typed)
  if (state.after === 'report') form.report()
  if (state.after === 'decline') form.showDecline('')
  form.processing = state.after === 'processing'
}

void show(JSON.parse(document.body.dataset['state']!) as StatePageData)
