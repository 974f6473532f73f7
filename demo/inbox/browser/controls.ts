import { ANSWERS, type AnswerName, TIMED, type Told } from '../responses.ts'
import type { Registration } from '../delivery.ts'
import { tell } from './api.ts'

const one = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!

type Notice = { title: string; text: string; act: string }

/** What stands between the gateway and this inbox, and what to press. */
const noticeOf = (registration: Registration): Notice | undefined => {
  if (registration.state === 'disabled')
    return { title: 'Switched off by the gateway', text: registration.reason, act: 'Switch on again' }
  if (registration.state === 'failed') return { title: 'Not registered', text: registration.reason, act: 'Try again' }
  return undefined
}

const lights: Record<Registration['state'] | 'lost', { light: string; word: string }> = {
  lost: { light: 'connecting', word: 'Connecting' },
  registering: { light: 'connecting', word: 'Registering' },
  enabled: { light: 'online', word: 'Listening' },
  disabled: { light: 'offline', word: 'Switched off' },
  failed: { light: 'offline', word: 'Not registered' },
}

/** Everything above the list. */
export const openControls = () => {
  const [notice, about, seconds] = [one('.notice'), one('#about'), one<HTMLInputElement>('[name=seconds]')]
  const radios = [...document.querySelectorAll<HTMLInputElement>('[name=answer]')]
  let registration: Registration = { state: 'registering' }
  let isConnected = false

  const drawLight = (): void => {
    const { light, word } = lights[isConnected ? registration.state : 'lost']
    one('.light').dataset['light'] = light
    one('.light .word').textContent = word
  }

  const drawAnswer = (answer: AnswerName): void => {
    about.textContent = ANSWERS[answer].about
    const timed = TIMED[answer]
    one('.seconds').hidden = timed === undefined
    one('.seconds span').textContent = timed ?? ''
  }

  /** Has the shop do something, and shows what went wrong with that. */
  const press = async (form: Record<string, string>): Promise<void> => {
    one('.trouble').textContent = await tell(form)
  }

  const chosen = (): AnswerName | undefined => radios.find(({ checked }) => checked)?.value as AnswerName | undefined

  const send = async (): Promise<void> => {
    const answer = chosen()
    if (!answer) return
    drawAnswer(answer)
    if (seconds.reportValidity()) await press({ act: 'tell', answer, seconds: seconds.value })
  }
  for (const input of [...radios, seconds]) input.addEventListener('change', () => void send())

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-act]'))
    button.addEventListener('click', () => void press({ act: button.dataset['act'] ?? '' }))

  return {
    press,
    connected: (isIt: boolean): void => {
      isConnected = isIt
      drawLight()
    },
    told: (told: Told): void => {
      for (const radio of radios) radio.checked = radio.value === told.answer
      if (document.activeElement !== seconds) seconds.value = String(told.seconds)
      drawAnswer(told.answer)
    },
    registration: (now: Registration): void => {
      registration = now
      drawLight()
      const shown = noticeOf(now)
      // Whoever has pressed its button goes on from what is next.
      if (!shown && notice.contains(document.activeElement)) radios.find(({ checked }) => checked)?.focus()
      notice.hidden = !shown
      if (!shown) return
      one('.notice strong').textContent = shown.title
      one('.notice p').textContent = shown.text
      one('.notice button').textContent = shown.act
    },
  }
}
