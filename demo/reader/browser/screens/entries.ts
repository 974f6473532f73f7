import { formatExpiryText } from '#contract/card/expiryText'
import type { Flow } from '../payment/flow.ts'
import {
  codeLength,
  groupDigits,
  maxDigits,
  readCode,
  readExpiry,
  readNumber,
  readPostalCode,
} from '../card/keyedCard.ts'
import type { Actions } from '../views.ts'
import { entryScreen } from './entry.ts'
import type { Screen } from './screen.ts'

/** Screens for manual card entry, one field each. */

type MakeScreen = (flow: Flow, actions: Actions) => Screen

const digits = (text: string, most: number): string => text.replace(/\D/g, '').slice(0, most)

export const numberScreen: MakeScreen = (flow, actions) =>
  entryScreen(
    {
      name: 'number',
      title: 'Card number',
      write: (text) => groupDigits(digits(text, maxDigits(text))),
      read: readNumber,
      begun: () => actions.answer('firstDigit'),
      done: (number) => actions.answer('number', number),
      canGoBack: true,
    },
    flow,
    actions,
  )

export const expiryScreen: MakeScreen = (flow, actions) =>
  entryScreen(
    {
      name: 'expiry',
      title: 'Expiry date',
      example: 'MM / YY',
      write: (text) => formatExpiryText(text),
      read: (text) => readExpiry(text, Date.now()),
      done: (expiry) => actions.answer('expiry', expiry),
      canGoBack: true,
    },
    flow,
    actions,
  )

export const codeScreen: MakeScreen = (flow, actions) => {
  const length = codeLength(flow.card?.accountNumber ?? '')
  return entryScreen(
    {
      name: 'code',
      title: 'Security code',
      lead: length === 4 ? '4 digits, on the front' : '3 digits, on the back',
      write: (text) => digits(text, length),
      read: (text) => readCode(text, length),
      done: (code) => actions.answer('code', code),
    },
    flow,
    actions,
  )
}

export const postalCodeScreen: MakeScreen = (flow, actions) =>
  entryScreen(
    {
      name: 'postal-code',
      title: 'Postal code',
      lead: 'Of the card’s billing address',
      withLetters: true,
      write: (text) =>
        text
          .toUpperCase()
          .replace(/[^0-9A-Z -]/g, '')
          .slice(0, 10),
      read: readPostalCode,
      done: (postalCode) => actions.answer('postalCode', postalCode),
    },
    flow,
    actions,
  )
