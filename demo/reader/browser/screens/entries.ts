import type { Flow } from '../payment/flow.ts'
import {
  codeLength,
  grouped,
  longest,
  readCode,
  readExpiry,
  readNumber,
  readPostalCode,
  writtenExpiry,
} from '../card/keyedCard.ts'
import type { Acts } from '../views.ts'
import { entryScreen } from './entry.ts'
import type { Screen } from './screen.ts'

/** What is keyed in, one thing after the other. */

type MakeScreen = (flow: Flow, acts: Acts) => Screen

const digits = (text: string, most: number): string => text.replace(/\D/g, '').slice(0, most)

export const numberScreen: MakeScreen = (flow, acts) =>
  entryScreen(
    {
      name: 'number',
      title: 'Card number',
      write: (text) => grouped(digits(text, longest(text))),
      read: readNumber,
      begun: () => acts.answer('firstDigit'),
      done: (number) => acts.answer('number', number),
      canGoBack: true,
    },
    flow,
    acts,
  )

export const expiryScreen: MakeScreen = (flow, acts) =>
  entryScreen(
    {
      name: 'expiry',
      title: 'Valid through',
      example: 'MM / YY',
      write: writtenExpiry,
      read: (text) => readExpiry(text, Date.now()),
      done: (expiry) => acts.answer('expiry', expiry),
      canGoBack: true,
    },
    flow,
    acts,
  )

export const codeScreen: MakeScreen = (flow, acts) => {
  const length = codeLength(flow.card?.accountNumber ?? '')
  return entryScreen(
    {
      name: 'code',
      title: 'Security code',
      lead: length === 4 ? '4 digits, on the front' : '3 digits, on the back',
      write: (text) => digits(text, length),
      read: (text) => readCode(text, length),
      done: (code) => acts.answer('code', code),
    },
    flow,
    acts,
  )
}

export const postalCodeScreen: MakeScreen = (flow, acts) =>
  entryScreen(
    {
      name: 'postal-code',
      title: 'Postal code',
      lead: 'Where the card’s bills go',
      withLetters: true,
      write: (text) =>
        text
          .toUpperCase()
          .replace(/[^0-9A-Z -]/g, '')
          .slice(0, 10),
      read: readPostalCode,
      done: (postalCode) => acts.answer('postalCode', postalCode),
    },
    flow,
    acts,
  )
