import { html, render } from 'lit'
import {
  type Configuration,
  FROM_PAGE,
  type FromFrame,
  type FromPage,
  LAYOUTS,
  readConfiguration,
} from '#contract/card/framePort'
import { toMembers, toTheme } from '#contract/theme/appearance'
import { type FormEditEvent, SluiceCardForm } from '../fields/card-form/card-form.ts'
import { openPagePort } from '../frame/pagePort.ts'
import { parseJson } from '../frame/parseJson.ts'
import { takeFocus } from '../frame/takeFocus.ts'
import type { Texts } from '../locales/cardTexts.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { browserColor } from '../theme/browserColor.ts'
import { FormLanguage } from './language.ts'
import { tokenize, TokenizeError } from './tokenize.ts'

const address = new URL(location.href)
const key = address.searchParams.get('key') ?? ''
const form = new SluiceCardForm()
const language = new FormLanguage(
  JSON.parse(document.querySelector('#texts')!.textContent) as Texts,
  address.searchParams.get('locale') ?? '',
  () => applyLanguage(),
)
form.texts = language.texts
form.landmark = 'form'

const configure = (configuration: Configuration): void => {
  form.askName = configuration.askName
  form.askPostalCode = configuration.askPostalCode
  form.advance = configuration.advance
  form.layout = LAYOUTS.find((layout) => layout === configuration.layout) ?? 'row'
  form.disabled = configuration.disabled
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const { scheme } = configuration
  const pageScheme = scheme === 'light' || scheme === 'dark' ? scheme : preferred
  const members = {
    ...toMembers(parseJson(configuration.properties)),
    ...(parseJson(configuration.appearance) as object),
  }
  const theme = toTheme(members, pageScheme, browserColor)
  // The scheme stays that of the page, with any background colour: a different scheme would make the frame opaque.
  applyTheme(theme, pageScheme)
  void language.update(configuration.locale, configuration.texts)
}

/** Tokenizes the card, and sends the token or the failure to the page. */
const tokenizeForm = async (id: number): Promise<void> => {
  const { complete } = form.formState
  if (!complete || form.processing) {
    form.report()
    send({ type: 'failed', id, code: 'incomplete', text: form.texts.missing, errors: form.formState.errors })
    return sendState(true)
  }
  form.processing = true
  try {
    send({ type: 'token', id, ...(await tokenize(form.cardValues, form.chosenNetwork, key)) })
  } catch (error) {
    const { failure, fields } = error instanceof TokenizeError ? error : new TokenizeError('unavailable')
    form.processing = false
    form.showFailure(failure, fields)
    send({
      type: 'failed',
      id,
      code: failure,
      text: form.texts.failures[failure],
      errors: fields as Record<string, string>,
    })
    sendState(true)
  } finally {
    form.processing = false
  }
}

const receive = (message: FromPage): void => {
  switch (message.type) {
    case 'configure':
      configure(readConfiguration(message))
      void form.updateComplete.then(() => sendState(false))
      break
    case 'tokenize':
      void tokenizeForm(message.id)
      break
    case 'reset':
      form.reset()
      sendState(false)
      break
    case 'report':
      form.report()
      sendState(true)
      takeFocus(() => form.focus())
      break
    case 'focus':
      takeFocus(() => form.focus())
      break
    case 'declined':
      form.showDecline(message.text.slice(0, 200))
      sendState(false)
      takeFocus(() => form.focus())
      break
  }
}

const sendState = (edited: boolean): void => {
  send({ type: 'state', edited, ...form.formState })
}

/** Displays the current texts, and sends the page the texts that it displays itself. */
const applyLanguage = (): void => {
  form.texts = language.texts
  send({ type: 'texts', title: form.texts.frameTitle, missing: form.texts.missing })
  void form.updateComplete.then(() => sendState(false))
}

const send = openPagePort<typeof FROM_PAGE, FromFrame>(
  address.searchParams.get('origin') ?? '',
  FROM_PAGE,
  receive,
  () => {
    applyLanguage()
    void form.updateComplete.then(sendHeight)
  },
)

const sendHeight = (): void => {
  send({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
}

const { hash } = address
configure(readConfiguration(parseJson(hash.slice(1), decodeURIComponent)))
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
  sendState(true)
})
// Browsers do not close the page's dialog for Escape in a frame, so the page closes it.
window.addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) send({ type: 'escape' })
})
window.addEventListener('focus', () => send({ type: 'focus' }))
window.addEventListener('blur', () => send({ type: 'blur' }))
new ResizeObserver(sendHeight).observe(document.body)
