import { declineCodes, type DeclineCode } from '#contract/transactions/responseCodes'
import { avsTexts, cvvTexts } from '#contract/transactions/verificationCodes'
import { networkFacts, networkOf } from '#contract/card/networks'
import { declinesByCode, rejections, unknownCodes } from '../../../processors/nmi/responseCodes.ts'
import { testCards } from '../../../processors/nmi/testCards.ts'
import { avsResults, cvvResults } from '../../../processors/nmi/verification.ts'
import { groupedCardNumber } from './groupedCardNumber.ts'
import { code, markdownTable } from './markdownTable.ts'

const declines: Readonly<Record<string, DeclineCode>> = declineCodes

/** Cells with our response code, its text and its retry advice. */
const ours = (name: string): string[] => [code(name), declines[name]!.text, code(declines[name]!.retry)]

/** NMI's result codes, with our response codes. */
export const nmiResultCodes = (): string =>
  markdownTable(
    ['NMI', 'Response code', '`responseText`', '`retry`'],
    [
      ...Object.entries(declinesByCode).map(([theirs, name]): [string, string[]] => [theirs, ours(name)]),
      ...unknownCodes.map((theirs): [string, string[]] => [
        theirs,
        [code('68'), 'The outcome is unknown until it is looked up', ''],
      ]),
    ]
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .map(([theirs, cells]) => [code(theirs), ...cells]),
  )

/** Texts of NMI's rejections, one for each rule. */
const rejectionTexts = [
  'Authentication Failed',
  'Invalid Credit Card Number',
  'Duplicate transaction',
  'Invalid amount',
  'Invalid Transaction ID',
  'Invalid expiration date',
  'Invalid ABA number',
  'Invalid account number',
]

/** Rejections with code 300, which differ in their text alone. */
export const nmiRejections = (): string =>
  markdownTable(
    ['NMI’s text contains', 'Response code', '`responseText`', '`retry`'],
    rejections.map(([pattern, name]) => {
      const text = rejectionTexts.find((one) => rejections.find(([first]) => first.test(one))?.[0] === pattern)
      if (text === undefined) throw new Error(`No text is printed for ${pattern.source}.`)
      return [text, ...ours(name)]
    }),
  )

const results = (
  theirs: Readonly<Record<string, string>>,
  name: string,
  texts: Readonly<Record<string, string>>,
): string => {
  const groups = Object.groupBy(Object.keys(theirs), (letter) => theirs[letter]!)
  return markdownTable(
    ['NMI', `\`${name}\``, 'Text'],
    Object.entries(groups).map(([letter, from = []]) => [from.map(code).join(', '), code(letter), texts[letter]!]),
  )
}

/** NMI's results of the address check, with ours. */
export const nmiAvsResults = (): string => results(avsResults, 'avs.code', avsTexts)
/** NMI's results of the security code, with ours. */
export const nmiCvvResults = (): string => results(cvvResults, 'cvv.code', cvvTexts)

/** The cards that leave the gateway in test mode. */
export const nmiTestCards = (): string =>
  markdownTable(
    ['Card number', 'Network'],
    testCards.map((number) => [groupedCardNumber(number), networkFacts(networkOf(number)).title]),
  )
