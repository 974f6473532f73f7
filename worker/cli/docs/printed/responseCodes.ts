import { approvalCodes, declineCodes, type DeclineCode, type Retry } from '#contract/transactions/responseCodes'
import { deviceLimits } from '#contract/terminals/device'
import { avsTexts, cvvTexts } from '#contract/transactions/verificationCodes'
import { code, durationText, markdownTable } from './markdownTable.ts'

/** Response codes that the gateway decides, by ISO 8583 and by NACHA. */
const isOfGateway = (name: string): boolean => name.startsWith('G')
const isOfBank = (name: string): boolean => /^R\d\d$/.test(name)

/** `JSON` objects list integer keys such as `10` before others such as `00`. */
const sorted = <Row>(table: Readonly<Record<string, Row>>): [string, Row][] =>
  Object.entries(table).toSorted(([one], [other]) => (one < other ? -1 : 1))

const declines = (belongs: (name: string) => boolean): string =>
  markdownTable(
    ['Code', '`responseText`', '`message.code`', '`retry`'],
    sorted<DeclineCode>(declineCodes)
      .filter(([name]) => belongs(name))
      .map(([name, { text, code: reason, retry }]) => [code(name), text, code(reason), code(retry)]),
  )

/** The codes with which `approved` is true. */
export const approvals = (): string =>
  markdownTable(
    ['Code', '`responseText`'],
    sorted(approvalCodes).map(([name, { text }]) => [code(name), text]),
  )

export const cardDeclines = (): string => declines((name) => !isOfGateway(name) && !isOfBank(name))
export const bankAccountDeclines = (): string => declines(isOfBank)

type GatewayCode = Extract<keyof typeof declineCodes, `G${string}`>

const causes: Readonly<Record<GatewayCode, string>> = {
  G01: 'The same source, amount, currency and order within `duplicateWindowSeconds`. The error item has the id of the first payment.',
  G04: 'The address result is in `avsReject`.',
  G05: 'The result of the security code is in `cvvReject`, or in `storedCvvReject` with a stored card.',
  G06: 'A rule against card testing. The response does not name the rule, the log does.',
  G07: 'The currency is not in `enabledCurrencies`.',
  G08: 'No processor accepts this payment method. In live mode: no processor is connected.',
  G10: `The terminal did not confirm the payment in ${durationText(deviceLimits.deliveryMs)}. Check its power and network.`,
  G11: 'Another payment is open at the terminal. Payments are not queued: wait until it ends, or cancel it.',
  G12: `No card within ${durationText(deviceLimits.presentMs)}, or no end within ${durationText(deviceLimits.sessionMs)}.`,
  G13: 'The shopper canceled at the terminal.',
  G14: 'The terminal was deleted during the payment. Use another one.',
  G15: 'You canceled the payment.',
}

export const gatewayDeclines = (): string =>
  markdownTable(
    ['Code', '`responseText`', 'Cause', '`message.code`', '`retry`'],
    sorted<DeclineCode>(declineCodes)
      .filter(([name]) => isOfGateway(name))
      .map(([name, { text, code: reason, retry }]) => [
        code(name),
        text,
        causes[name as GatewayCode],
        code(reason),
        code(retry),
      ]),
  )

const retryTexts: Readonly<Record<Retry, string>> = {
  never: 'Do not charge this payment method again for this order.',
  later: 'Try the same payment method again later.',
  other_method: 'Ask the shopper for another card or bank account, or for correct data.',
  contact_issuer: 'Ask the shopper to call the bank, then try again.',
  authenticate: 'Charge again with the shopper present. The issuer requires authentication.',
}

/** The values of `retry`. */
export const retryAdvice = (): string =>
  markdownTable(
    ['`retry`', 'Next step'],
    Object.entries(retryTexts).map(([name, text]) => [code(name), text]),
  )

const results = (texts: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['Code', 'Text'],
    Object.entries(texts).map(([name, text]) => [code(name), text]),
  )

/** The results of address verification. */
export const avsResults = (): string => results(avsTexts)
/** The results of the security code. */
export const cvvResults = (): string => results(cvvTexts)
