import { RESPONSES, type ResponseName, TIMED, type ResponseSetting } from '../responses.ts'
import type { Registration } from '../delivery.ts'
import { toNotice } from '../notice.ts'
import { post } from './api.ts'

const select = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!

const lights: Record<Registration['state'] | 'lost', { light: string; word: string }> = {
  lost: { light: 'connecting', word: 'Connecting' },
  registering: { light: 'connecting', word: 'Registering' },
  enabled: { light: 'online', word: 'Listening' },
  disabled: { light: 'offline', word: 'Disabled' },
  failed: { light: 'offline', word: 'Not registered' },
}

/** The controls above the list of deliveries. */
export const openControls = () => {
  const [notice, about, seconds] = [select('.notice'), select('#about'), select<HTMLInputElement>('[name=seconds]')]
  const radios = [...document.querySelectorAll<HTMLInputElement>('[name=response]')]
  let registration: Registration = { state: 'registering' }
  let isConnected = false

  const drawLight = (): void => {
    const { light, word } = lights[isConnected ? registration.state : 'lost']
    select('.light').dataset['light'] = light
    select('.light .word').textContent = word
  }

  const showResponse = (response: ResponseName): void => {
    about.textContent = RESPONSES[response].about
    const timed = TIMED[response]
    select('.seconds').hidden = timed === undefined
    select('.seconds span').textContent = timed ?? ''
  }

  /** Posts an action and shows its error. */
  const press = async (form: Record<string, string>): Promise<void> => {
    select('.trouble').textContent = await post(form)
  }

  const chosen = (): ResponseName | undefined =>
    radios.find(({ checked }) => checked)?.value as ResponseName | undefined

  const send = async (): Promise<void> => {
    const response = chosen()
    if (!response) return
    showResponse(response)
    if (seconds.reportValidity()) await press({ act: 'respond', response, seconds: seconds.value })
  }
  for (const input of [...radios, seconds]) input.addEventListener('change', () => void send())

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-act]'))
    button.addEventListener('click', () => void press({ act: button.dataset['act'] ?? '' }))

  return {
    press,
    connected: (connected: boolean): void => {
      isConnected = connected
      drawLight()
    },
    setting: (setting: ResponseSetting): void => {
      for (const radio of radios) radio.checked = radio.value === setting.response
      if (document.activeElement !== seconds) seconds.value = String(setting.seconds)
      showResponse(setting.response)
    },
    registration: (next: Registration): void => {
      registration = next
      drawLight()
      const content = toNotice(next)
      // Moves the focus from the hidden button to the next control.
      if (!content && notice.contains(document.activeElement)) radios.find(({ checked }) => checked)?.focus()
      notice.hidden = !content
      if (!content) return
      select('.notice strong').textContent = content.title
      select('.notice p').textContent = content.text
      select('.notice button').textContent = content.act
    },
  }
}
