import { createHmac } from 'node:crypto'
import { rateLimits } from '#contract/rateLimits'
import {
  closeCodes,
  deviceErrors,
  deviceLimits,
  deviceMessage,
  deviceProtocol,
  entryModes,
  loginSigningInput,
  pairingCodeAlphabet,
  sessionStates,
  type SessionState,
} from '#contract/terminals/device'
import {
  endingCodes,
  type SessionEvent,
  sessionEvents,
  sessionTransitions,
} from '../../../terminals/session/transitions.ts'
import {
  closeCodeTexts,
  deviceErrorTexts,
  deviceLimitTexts,
  deviceMessageTexts,
  entryModeTexts,
  gatewayMessageTexts,
  type MemberText,
  promptTexts,
  sessionEventTexts,
  sessionStateTexts,
} from './deviceTexts.ts'
import { code, codes, durationText, markdownTable } from './markdownTable.ts'

type MessageText = { readonly text: string; readonly members: Readonly<Record<string, MemberText>> }

const rowsOf = (type: string, { text, members }: MessageText): string[][] => [
  [code(type), '', '', text],
  ...Object.entries(members).map(([name, [itsType, meaning]]) => ['', code(name), itsType, meaning]),
]

const messages = (texts: readonly (readonly [type: string, text: MessageText])[]): string =>
  markdownTable(
    ['`type`', 'Member', 'Type', 'Meaning'],
    texts.flatMap(([type, text]) => rowsOf(type, text)),
  )

/** The messages of a device, in the order of the contract. */
export const deviceMessages = (): string =>
  messages(
    deviceMessage.options.map(({ entries: { type, ...members } }) => {
      const { text, members: texts } = deviceMessageTexts[type.literal] as MessageText
      return [
        type.literal,
        { text, members: Object.fromEntries(Object.keys(members).map((name) => [name, texts[name]!])) },
      ]
    }),
  )

/** The messages of the gateway. */
export const gatewayMessages = (): string => messages(Object.entries(gatewayMessageTexts))

/** The members of `prompts`. */
export const devicePrompts = (): string =>
  markdownTable(
    ['Member', 'Type', 'Meaning'],
    Object.entries(promptTexts).map(([name, [type, text]]) => [code(name), type, text]),
  )

/** How a terminal reads a card. */
export const deviceEntryModes = (): string =>
  markdownTable(
    ['`entryMode`', 'The card was'],
    entryModes.map((mode) => [code(mode), entryModeTexts[mode]]),
  )

/** The errors of a card. */
export const deviceErrorTypes = (): string =>
  markdownTable(
    ['`error`', 'Reason'],
    (Object.keys(deviceErrors) as (keyof typeof deviceErrors)[]).map((name) => [code(name), deviceErrorTexts[name]]),
  )

/** The close codes of connections. */
export const deviceCloseCodes = (): string =>
  markdownTable(
    ['Code', 'Meaning', 'What to do'],
    Object.entries(closeCodes).map(([name, number]) => {
      const [meaning, action] = closeCodeTexts[name as keyof typeof closeCodes]
      return [code(number), meaning, action]
    }),
  )

const limitText = (name: string, value: number): string => {
  if (name.endsWith('Ms')) return durationText(value)
  return name.endsWith('Bytes') ? `${value / 1024} KiB` : String(value)
}

/** The time limits and sizes. */
export const deviceProtocolLimits = (): string =>
  markdownTable(
    ['Limit', 'Value'],
    Object.entries(deviceLimits).map(([name, value]) => [
      deviceLimitTexts[name as keyof typeof deviceLimits],
      limitText(name, value),
    ]),
  )

/** The states of a session. */
export const deviceSessionStates = (): string =>
  markdownTable(
    ['State', 'Meaning'],
    sessionStates.map((state) => [code(state), sessionStateTexts[state]]),
  )

/** Each event with the states in which it counts, and the next state. */
export const deviceSessionEvents = (): string =>
  markdownTable(
    ['Event', 'Source', 'In state', 'Next state', 'Response code'],
    sessionEvents.flatMap((event) => {
      const steps = sessionStates.flatMap((from): [SessionState, SessionState][] => {
        const to = sessionTransitions[from][event]
        return to === undefined ? [] : [[from, to]]
      })
      return [...Map.groupBy(steps, ([, to]) => to)].map(([to, group]) => [
        sessionEventTexts[event][0],
        sessionEventTexts[event][1],
        codes(group.map(([from]) => from)),
        code(to),
        responseCodeOf(event),
      ])
    }),
  )

const fromProcessor: Partial<Record<SessionEvent, string>> = {
  approved: 'of the approval, such as `00`',
  declined: 'of the decline',
  unknown: '`68`, or `G12` after the time for the payment',
}

const responseCodeOf = (event: SessionEvent): string => {
  const ending = (endingCodes as Partial<Record<SessionEvent, string>>)[event]
  return ending === undefined ? (fromProcessor[event] ?? '') : code(ending)
}

/** Why a connection is rejected. */
export const deviceRejections = (): string =>
  markdownTable(
    ['Status', '`type`', 'Reason', 'What to do'],
    [
      ['404', '`not_found`', '`reader` is not a reader id of this gateway', 'correct the URL'],
      ['426', '`upgrade_required`', 'no WebSocket, or another subprotocol', `request ${code(deviceProtocol)}`],
      [
        '429',
        '`rate_limited`',
        `more than ${rateLimits.devices.quota} connections in a minute from one address, or ${rateLimits.authentication.quota} of devices without a key`,
        'wait for the time in `Retry-After`',
      ],
      ['503', '`unavailable`', 'an outage, or no code was free', 'retry with growing pauses'],
    ],
  )

/** The characters of pairing codes. */
export const pairingCharacters = (): string => code(pairingCodeAlphabet)

const counted = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64url')

/** Values to check an implementation with. */
const exampleLogin = {
  key: counted,
  reader: '00-01a200ba-0575-7dfa-900b-f9fde9760ef7',
  nonce: counted,
}

/** The proof of the example values. */
export const exampleProof = (): string => {
  const { key, reader, nonce } = exampleLogin
  const proof = createHmac('sha256', Buffer.from(key, 'base64url')).update(loginSigningInput(reader, nonce))
  return markdownTable(
    ['Given', 'Value'],
    Object.entries({ ...exampleLogin, proof: proof.digest('base64url') }).map(([name, value]) => [name, code(value)]),
  )
}
