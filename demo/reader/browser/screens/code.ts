import { deviceLimits } from '#contract/terminals/device'
import { make, makeButton, picture } from '../dom.ts'
import type { ViewOf } from '../views.ts'
import { statusScreen, makeTitle, type Screen } from './screen.ts'

const left = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** The request of the merchant's server. The secret key is an environment variable, since it must not appear here. */
const request = (gateway: string, code: string): string =>
  [
    `curl ${gateway}/v1/terminals \\`,
    `  -H "x-api-key: $SLUICE_SECRET_KEY" \\`,
    `  -H "content-type: application/json" \\`,
    `  -d '{"registrationCode": "${code}",`,
    `       "nickname": "Front desk"}'`,
  ].join('\n')

/** The pairing code for the merchant to register. Screen readers spell it. */
export const codeScreen = (
  { code, expiresAtMs }: ViewOf<'code'>,
  { gateway, deviceId }: { gateway: string; deviceId: string },
): Screen => {
  const spelled = make('span', 'unseen', `Code: ${code.split('').join(', ')}.`)
  const shown = make('span', 'halves', make('span', '', code.slice(0, 3)), make('span', '', code.slice(3)))
  shown.setAttribute('aria-hidden', 'true')

  const words = make('span', '')
  const bar = make('progress', 'life')
  bar.max = deviceLimits.codeMs
  bar.setAttribute('aria-hidden', 'true')
  const tick = (): void => {
    const ms = expiresAtMs - Date.now()
    bar.value = Math.max(0, ms)
    const text = left(ms)
    if (words.textContent !== text) words.textContent = text
  }
  tick()
  const clock = setInterval(tick, 1000)

  const command = make('code', '', request(gateway, code))
  const said = make('span', 'unseen')
  said.setAttribute('role', 'status')
  const copy = makeButton(
    'key copy',
    () => {
      navigator.clipboard.writeText(command.textContent ?? '').then(
        () => {
          copy.lastChild!.textContent = 'Copied'
          said.textContent = 'Copied'
        },
        () => {
          getSelection()?.selectAllChildren(command)
          copy.lastChild!.textContent = 'Selected'
          said.textContent = 'The browser blocked copying. Copy the selected text manually.'
        },
      )
    },
    picture('copy'),
    'Copy',
  )
  const block = make('pre', '', command)
  block.tabIndex = 0
  block.setAttribute('role', 'group')
  block.setAttribute('aria-label', 'Request that registers this terminal')
  const screen = statusScreen('pairing', makeTitle('Pair this terminal'), {
    after: [
      make('p', 'pairing-code', spelled, shown),
      make('div', 'validity', bar, make('p', '', 'Valid for ', words)),
      make(
        'div',
        'how',
        make('p', 'lead', 'Register this code with your account.'),
        make('div', 'request', block, copy, said),
        make('p', 'device', 'Device ID ', make('span', '', deviceId)),
      ),
    ],
  })
  return { ...screen, leave: () => clearInterval(clock) }
}
