import { cobadgedNetworks } from '#contract/card/cobadges'
import { isLuhnValid } from '#contract/card/luhn'
import { networkFacts, networkOf } from '#contract/card/networks'
import { categoryOf } from '#contract/disputes/disputeReasons'
import { declineCodes, responseText } from '#contract/transactions/responseCodes'
import { type SimulatedAction, simulatedActions } from '#contract/terminals/device'
import { avsTexts, cvvTexts, type AvsCode, type CvvCode } from '#contract/transactions/verificationCodes'
import account from '../../../../demo/account.json' with { type: 'json' }
import { rejectedCodes } from '../../../domain/terminals/create.ts'
import { testCard, testTokens as tokens } from '../../../domain/tokens/testTokens.ts'
import { avsTriggers, outcomeTriggers } from '../../../processors/simulator/address.ts'
import {
  type CardTrigger,
  type Fault,
  faults,
  responseCodeFor,
  testCards,
} from '../../../processors/simulator/cards.ts'
import { checkLimitHundredths } from '../../../processors/simulator/checks.ts'
import {
  disputeTriggers,
  isDisputeTrigger,
  type SimulatedCase,
} from '../../../processors/simulator/simulatedDisputes.ts'
import { securityCodeTriggers } from '../../../processors/simulator/securityCode.ts'
import { behaviours } from '../../../terminals/simulated/behaviours.ts'
import { groupedCardNumber } from './groupedCardNumber.ts'
import { code, codes, markdownTable } from './markdownTable.ts'

const outcome = (response: string): string => `${code(response)} ${responseText(response)}`

const cards = [...testCards].map(([number, trigger]) => ({ number, trigger }))

const table = (rows: readonly (readonly [number: string, text: string])[]): string =>
  markdownTable(
    ['Card number', 'Result'],
    rows.map(([number, text]) => [groupedCardNumber(number), text]),
  )

/** The cards that a first integration needs. */
export const testCardsShort = (): string =>
  table(
    ['4242424242424242', '5555555555554444', '4000000000000002', '4000000000009995'].map((number) => [
      number,
      outcome(testCards.get(number)?.code ?? '00'),
    ]),
  )

/** One card of each network. */
export const approvedTestCards = (): string =>
  markdownTable(
    ['Card number', 'Network'],
    cards
      .filter(({ trigger }) => Object.keys(trigger).length === 0)
      .map(({ number }) => {
        const networks = cobadgedNetworks(number)
        const titles = (networks.length > 0 ? networks : [networkOf(number)]).map((name) => networkFacts(name).title)
        return [
          groupedCardNumber(number),
          networks.length > 0 ? `${titles.join(' and ')}: the form offers a choice` : titles.join(),
        ]
      }),
  )

const checkDigit = (digits: string): string =>
  [...'0123456789'].map((digit) => digits + digit).find((number) => isLuhnValid(number))!

/** A card for each response code of two digits. */
export const cardsByCode = (): string => {
  const numbers = ['08', '10', ...Object.keys(declineCodes)]
    .filter((name) => /^\d\d$/.test(name) && responseCodeFor(name) !== undefined && !faults.has(name))
    .toSorted()
  return markdownTable(
    ['Response code', 'Card number'],
    numbers.map((name) => {
      const own = cards.filter(({ trigger }) => trigger.code === name && trigger.when === undefined)
      return [
        outcome(name),
        [checkDigit(`4000003900000${name}`), ...own.map(({ number }) => number)].map(groupedCardNumber).join(', '),
      ]
    }),
  )
}

const faultTexts: Readonly<Record<Fault, string>> = {
  silent: 'The processor never responds: `68`, then reversed.',
  dropped: 'The connection breaks after the approval: `68`, then reversed.',
  late: 'The approval arrives too late: `68`, then reversed.',
  slow: 'Approved after five seconds.',
  notArrived: 'The connection breaks before the request arrives: `68`, then reversed.',
  twice: 'Approved. The response arrives twice and counts once.',
}

/** Cards whose connection to the processor fails. */
export const faultCards = (): string =>
  table([...faults].map(([digits, fault]) => [checkDigit(`4000003900000${digits}`), faultTexts[fault]]))

const modificationFaultTexts: Readonly<Record<Fault, string>> = {
  silent: 'the response never arrives',
  dropped: 'the connection breaks after the operation',
  late: 'the response arrives too late',
  slow: 'approved after five seconds',
  twice: 'approved; the response arrives twice and counts once',
  notArrived: 'the connection breaks before the operation',
}

/** Cents of captures, voids and credits whose connection to the processor fails. */
export const modificationFaults = (): string =>
  markdownTable(
    ['Cents', 'Result of a capture, void or credit'],
    [
      ...[...faults].map(([digits, fault]) => [`.${digits}`, modificationFaultTexts[fault]]),
      ['.10', 'a capture or credit moves half of its amount; a void is approved'],
    ],
  )

const letters = ({ avs, cvv, cvvIfSent }: CardTrigger): string[] => [
  ...(avs === undefined ? [] : [`approved, with AVS ${code(avs)}`]),
  ...(cvv === undefined ? [] : [`CVV ${code(cvv)}`]),
  ...(cvvIfSent === undefined
    ? []
    : [`approved, with CVV ${code(cvvIfSent)} if a code was sent. As a stored card declined with ${code('G05')}`]),
]

/** The course of a simulated dispute: `open` on day 10, `won` on day 40. */
const courseText = ({ reason, stages }: SimulatedCase): string => {
  const course = stages.map(([stage, day]) => `${code(stage)} ${day === 0 ? 'at once' : `after ${day} days`}`)
  return `${course.join(', ')}, for ${code(categoryOf(reason)!)}`
}

const others = ({ when, code: response = '', amountDriven, returnTrigger }: CardTrigger): string[] => [
  ...(when === 'stored' ? [`approved the first time. Later, as a stored card, ${outcome(response)}`] : []),
  ...(when === 'shopperPresent' ? [`${outcome(response)}, unless the merchant initiates the payment`] : []),
  ...(amountDriven === 'always' ? ['the cents of the amount are the response code, of each operation'] : []),
  ...(amountDriven === 'modifications'
    ? ['approved. The cents are the response code of its captures, voids and credits']
    : []),
  ...(returnTrigger === 'refundReturned' ? ['approved. Its credit is approved, and returned a day later'] : []),
  ...(isDisputeTrigger(returnTrigger)
    ? [`approved. After settlement: ${courseText(disputeTriggers[returnTrigger])}`]
    : []),
]

/** Cards with a result that is no plain response code. */
export const specialTestCards = (): string =>
  table(
    cards.flatMap(({ number, trigger }): [string, string][] => {
      const plain = trigger.code !== undefined && trigger.when === undefined
      const text = [...others(trigger), ...(plain ? [] : letters(trigger))].join('; ')
      return text === '' ? [] : [[number, text]]
    }),
  )

/** Address results by postal code. */
export const postalCodeTriggers = (): string =>
  markdownTable(
    ['Postal code', 'Result'],
    [
      ...[...avsTriggers].map(([postal, letter]) => [
        code(postal),
        `AVS ${code(letter)}: ${avsTexts[letter as AvsCode]}`,
      ]),
      ...[...outcomeTriggers].map(([postal, { code: response, hundredths }]) => [
        code(postal),
        outcome(response) + (hundredths === undefined ? '' : `: ${(Number(hundredths) / 100).toFixed(2)}`),
      ]),
    ],
  )

/** Results of the security code. */
export const securityCodes = (): string =>
  markdownTable(
    ['CVV', 'Result'],
    [...securityCodeTriggers].map(([digits, letter]) => [
      code(digits),
      `CVV ${code(letter)}: ${cvvTexts[letter as CvvCode]}`,
    ]),
  )

/** Bank accounts whose debit the bank rejects, at once or after settlement. */
export const testBankAccounts = (): string =>
  markdownTable(
    ['Declined at once', 'Returned after settlement', 'Reason'],
    Object.keys(declineCodes)
      .filter((name) => /^R\d\d$/.test(name))
      .map((name) => [code(`9980000${name.slice(1)}`), code(`9990000${name.slice(1)}`), outcome(name)]),
  )

/** The largest debit that the simulator approves. */
export const largestTestDebit = (): string =>
  `Any other account number is approved. An amount above ${(Number(checkLimitHundredths) / 100).toFixed(2)} is declined with ${outcome('G06')}.`

/** Tokens of test mode that are never used up. */
export const testTokens = (): string =>
  markdownTable(
    ['Token', 'Card', 'Result'],
    tokens.map((token) => {
      const number = testCard(token, 0)!.number.reveal()
      return [code(token), groupedCardNumber(number), outcome(testCards.get(number)?.code ?? '00')]
    }),
  )

type Behaviour = (typeof behaviours)[string]

const behaviourText = ({ action, status, number, tip }: Behaviour): string => {
  if (status === 'offline') return `is offline: ${outcome('G10')}`
  if (status === 'busy') return `is busy: ${outcome('G11')}`
  if (action === 'cancel') return `has a shopper who cancels: ${outcome('G13')}`
  if (action === 'wait') return `waits until you act for the shopper, or until the time runs out: ${outcome('G12')}`
  if (tip !== undefined) return `chooses tip number ${tip + 1}`
  if (number === undefined) throw new Error('A simulated terminal has no behaviour of its own: remove its row.')
  return `taps the card ${groupedCardNumber(number)}: see [Amounts](../reference/test-cards.md#amounts) and [Lost and late responses](../reference/test-cards.md#lost-and-late-responses)`
}

/** Registration codes of simulated terminals. */
export const simulatedTerminals = (): string =>
  markdownTable(
    ['Registration code', 'The terminal'],
    [
      ['any other, such as `SIM001`', 'taps a card that is approved, gives no tip, and answers each prompt'],
      ...Object.entries(behaviours).map(([name, behaviour]) => [code(name), behaviourText(behaviour)]),
      [codes([...rejectedCodes]), 'is not created: 400 `registration_code_invalid`'],
    ],
  )

const actionTexts: Readonly<Record<SimulatedAction, string>> = {
  present: 'the card is tapped',
  cancel: `the shopper cancels: ${outcome('G13')}`,
  remove: `the card is removed too early: ${outcome('96')}`,
  offline: `the terminal is offline, and payments get ${outcome('G10')} until another action. An open payment continues`,
}

/** What a test does for the shopper at a simulated terminal. */
export const simulatedShopper = (): string =>
  markdownTable(
    ['`action`', 'What happens'],
    simulatedActions.map((action) => [code(action), actionTexts[action]]),
  )

/** The keys of the demo account in a local run. */
export const demoKeys = (): string =>
  markdownTable(
    ['Key', 'Value'],
    [
      ['secret', code(account.secretKey)],
      ['publishable', code(account.publishableKey)],
    ],
  )
