import { isCardNumber } from '#contract/card/cardNumber'
import { networkOf } from '#contract/card/networks'
import { type Parameters, requireValue } from './parameters.ts'
import { Rejection } from './rejection.ts'

interface CardSource {
  readonly method: 'card'
  /** The same for each use of a number within an account. Nothing of the number can be derived from it. */
  readonly identity: string
  /** `4xxxxxxxxxxx1111` */
  readonly masked: string
  /** MMYY */
  readonly expiry: string
  readonly network: string
  /** Live accounts decline documented test cards. */
  readonly isTestCard: boolean
}

interface CheckSource {
  readonly method: 'check'
  readonly identity: string
  readonly masked: string
  readonly routingNumber: string
  readonly name: string
  readonly holderType: string
  readonly accountType: string
  readonly secCode: string
  /** NACHA code with which the bank returns its debits, or null. */
  readonly returnCode: string | null
}

/** A card or bank account without its number. */
export type PaymentSource = CardSource | CheckSource

/** Test numbers of NMI's documentation and of other gateways. */
const testCards: ReadonlySet<string> = new Set([
  '4111111111111111',
  '4242424242424242',
  '4012888888881881',
  '5431111111111111',
  '5499740000000057',
  '5555555555554444',
  '6011000991300009',
  '6011601160116611',
  '6011111111111117',
  '341111111111111',
  '371449635392376',
  '371449635398431',
  '378282246310005',
  '30205252489926',
  '30207712915383',
  '3541963594572595',
  '3541599998103643',
  '3566002020360505',
  '6799990100000000019',
])

/** Reads MMYY or MM/YY. @throws Rejection for other formats and expired cards */
const readExpiry = (parameters: Parameters, now: number): string => {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(\d\d)$/.exec(requireValue(parameters, 'ccexp')) ?? []
  // The month counts from 0, so this is the first moment after the card's last month.
  if (month === undefined || Date.UTC(2000 + Number(year), Number(month)) <= now)
    throw new Rejection('Invalid Credit Card Expiration')
  return `${month}${year}`
}

const readCard = (parameters: Parameters, identify: (number: string) => string, now: number): CardSource => {
  const number = parameters('ccnumber').replaceAll(/[ -]/g, '')
  if (!/^\d{13,19}$/.test(number) || !isCardNumber(number)) throw new Rejection('Invalid Credit Card Number')
  const network = networkOf(number)
  return {
    method: 'card',
    expiry: readExpiry(parameters, now),
    identity: identify(number),
    masked: `${number[0]}${'x'.repeat(number.length - 5)}${number.slice(-4)}`,
    network: network === 'unknown' ? '' : network,
    isTestCard: testCards.has(number),
  }
}

const readCheck = (parameters: Parameters, identify: (number: string) => string): CheckSource => {
  const name = requireValue(parameters, 'checkname')
  const routingNumber = requireValue(parameters, 'checkaba')
  const account = requireValue(parameters, 'checkaccount')
  if (!/^\d{9}$/.test(routingNumber)) throw new Rejection('Invalid ABA number')
  if (!/^\d{3,17}$/.test(account)) throw new Rejection('Invalid Checking Account Number')
  const [, returnCode] = /^9990000(\d\d)$/.exec(account) ?? []
  const shown = Math.min(4, Math.floor(account.length / 2))
  return {
    method: 'check',
    identity: identify(`${routingNumber} ${account}`),
    masked: 'x'.repeat(account.length - shown) + account.slice(-shown),
    routingNumber,
    name,
    holderType: parameters('account_holder_type'),
    accountType: parameters('account_type'),
    secCode: parameters('sec_code'),
    returnCode: returnCode === undefined ? null : `R${returnCode}`,
  }
}

/** Whether the request has a card or bank account of its own. */
export const hasSource = (parameters: Parameters): boolean =>
  parameters('ccnumber') !== '' || parameters('checkaccount') !== ''

/**
 * The card or bank account of a request.
 *
 * @param identify returns the identity of a number
 * @throws Rejection
 */
export const readSource = (parameters: Parameters, identify: (number: string) => string, now: number): PaymentSource =>
  parameters('payment') === 'check' ? readCheck(parameters, identify) : readCard(parameters, identify, now)
