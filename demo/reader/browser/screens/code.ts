import { deviceLimits } from '#contract/terminals/device'
import { make, makeButton, picture } from '../dom.ts'
import type { ViewOf } from '../views.ts'
import { calmScreen, makeTitle, type Screen } from './screen.ts'

const left = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** What a merchant's back end asks. Its key stays there, so it has a name here. */
const request = (gateway: string, code: string): string =>
  [
    `curl ${gateway}/v1/terminals \\`,
    `  -H "x-api-key: $SLUICE_SECRET_KEY" \\`,
    `  -H "content-type: application/json" \\`,
    `  -d '{"registrationCode": "${code}",`,
    `       "nickname": "Front desk"}'`,
  ].join('\n')

/** The code that a merchant registers. A screen reader spells it. */
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
          said.textContent = 'The browser did not let us copy. The request is selected.'
        },
      )
    },
    picture('copy'),
    'Copy',
  )
  const block = make('pre', '', command)
  block.tabIndex = 0
  block.setAttribute('role', 'group')
  block.setAttribute('aria-label', 'The request that registers this reader')
  const screen = calmScreen('pairing', makeTitle('Pair this reader'), {
    after: [
      make('p', 'pairing-code', spelled, shown),
      make('div', 'validity', bar, make('p', '', 'Valid for ', words)),
      make(
        'div',
        'how',
        make('p', 'lead', 'Register this code from your account.'),
        make('div', 'request', block, copy, said),
        make('p', 'device', 'Device ID ', make('span', '', deviceId)),
      ),
    ],
  })
  return { ...screen, leave: () => clearInterval(clock) }
}
