import { html, render } from 'lit'
import {
  type Configuration,
  FROM_PAGE,
  type FromFrame,
  type FromPage,
  LAYOUTS,
  readConfiguration,
} from '#contract/card/framePort'
import { membersOf, themeOf } from '#contract/theme/appearance'
import { type FormEditEvent, SluiceCardForm } from '../fields/card-form/card-form.ts'
import { openPagePort } from '../frame/pagePort.ts'
import { parsed } from '../frame/parseJson.ts'
import { takeFocus } from '../frame/takeFocus.ts'
import type { Texts } from '../locales/cardTexts.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { browserColor } from '../theme/browserColor.ts'
import { Language } from './language.ts'
import { tokenize, TokenizeError } from './tokenize.ts'

const address = new URL(location.href)
const key = address.searchParams.get('key') ?? ''
const form = new SluiceCardForm()
const language = new Language(
  JSON.parse(document.querySelector('#texts')!.textContent) as Texts,
  address.searchParams.get('locale') ?? '',
  () => speak(),
)
form.texts = language.texts
form.landmark = 'form'

const configure = (configuration: Configuration): void => {
  form.askName = configuration.askName
  form.askPostalCode = configuration.askPostalCode
  form.layout = LAYOUTS.find((layout) => layout === configuration.layout) ?? 'row'
  form.disabled = configuration.disabled
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const { scheme } = configuration
  const around = scheme === 'light' || scheme === 'dark' ? scheme : preferred
  const members = { ...membersOf(parsed(configuration.properties)), ...(parsed(configuration.appearance) as object) }
  const theme = themeOf(members, around, browserColor)
  // The scheme is the page's even on a background of the merchant's own: another one would make the frame opaque.
  applyTheme(theme, around)
  void language.speak(configuration.locale, configuration.texts)
}

/** One tokenization; what happens to the form meanwhile is of interest to nobody else. */
const answerToken = async (id: number): Promise<void> => {
  const { complete } = form.formState
  if (!complete || form.processing) {
    form.report()
    send({ type: 'failed', id, code: 'incomplete', text: form.texts.missing, errors: form.formState.errors })
    return tell(true)
  }
  form.processing = true
  try {
    send({ type: 'token', id, ...(await tokenize(form.cardTexts, form.chosen, key)) })
  } catch (error) {
    const { failure, fields } = error instanceof TokenizeError ? error : new TokenizeError('unavailable')
    form.processing = false
    form.refuse(failure, fields)
    send({
      type: 'failed',
      id,
      code: failure,
      text: form.texts.failures[failure],
      errors: fields as Record<string, string>,
    })
    tell(true)
  } finally {
    form.processing = false
  }
}

const receive = (message: FromPage): void => {
  switch (message.type) {
    case 'configure':
      configure(readConfiguration(message))
      void form.updateComplete.then(() => tell(false))
      break
    case 'tokenize':
      void answerToken(message.id)
      break
    case 'reset':
      form.reset()
      tell(false)
      break
    case 'report':
      form.report()
      tell(true)
      takeFocus(() => form.focus())
      break
    case 'focus':
      takeFocus(() => form.focus())
      break
    case 'declined':
      form.declined(message.text.slice(0, 200))
      tell(false)
      takeFocus(() => form.focus())
      break
  }
}

const tell = (edited: boolean): void => {
  send({ type: 'state', edited, ...form.formState })
}

/** Shows the form's texts of now, and tells the page those that are shown on its side. */
const speak = (): void => {
  form.texts = language.texts
  send({ type: 'texts', title: form.texts.frameTitle, missing: form.texts.missing })
  void form.updateComplete.then(() => tell(false))
}

const send = openPagePort<typeof FROM_PAGE, FromFrame>(
  address.searchParams.get('origin') ?? '',
  FROM_PAGE,
  receive,
  () => {
    speak()
    void form.updateComplete.then(tellHeight)
  },
)

const tellHeight = (): void => {
  send({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
}

const { hash } = address
configure(readConfiguration(parsed(hash.slice(1), decodeURIComponent)))
const onSubmit = (event: Event): void => {
  event.preventDefault()
  send({ type: 'submit' })
}
render(
  html`
    <form novalidate @submit=${onSubmit}>${form}</form>
  `,
  document.body,
)
form.addEventListener('form-edit', (event) => {
  const { typed } = event as FormEditEvent
  if (typed) send({ type: 'input' })
  tell(true)
})
// A browser closes no dialog of the page around for a key that was pressed in a frame.
window.addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) send({ type: 'escape' })
})
window.addEventListener('focus', () => send({ type: 'focus' }))
window.addEventListener('blur', () => send({ type: 'blur' }))
new ResizeObserver(tellHeight).observe(document.body)
