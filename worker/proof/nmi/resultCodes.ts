/** `response_code` of NMI with the text that it returns for each. */
const texts: Readonly<Record<string, string>> = {
  '100': 'SUCCESS',
  '200': 'DECLINE',
  '201': 'Do not honor',
  '202': 'Insufficient funds',
  '203': 'Over limit',
  '204': 'Transaction not allowed',
  '220': 'Incorrect payment information',
  '221': 'No such card issuer',
  '222': 'No card number on file with issuer',
  '223': 'Expired card',
  '224': 'Invalid expiration date',
  '225': 'Invalid card security code',
  '240': 'Call issuer for further information',
  '250': 'Pick up card',
  '251': 'Lost card',
  '252': 'Stolen card',
  '253': 'Fraudulent card',
  '260': 'Declined with further instructions available',
  '261': 'Declined-Stop all recurring payments',
  '262': 'Declined-Stop this recurring program',
  '263': 'Declined-Update cardholder data available',
  '264': 'Declined-Retry in a few days',
  '300': 'Transaction was rejected by gateway',
  '400': 'Transaction error returned by processor',
  '410': 'Invalid merchant configuration',
  '411': 'Merchant account is inactive',
  '420': 'Communication error',
  '421': 'Communication error with issuer',
  '430': 'Duplicate transaction at processor',
  '440': 'Processor format error',
  '441': 'Invalid transaction information',
  '460': 'Processor feature not available',
  '461': 'Unsupported card type',
}

/** The result of a request or action. */
export interface Result {
  readonly code: string
  readonly text: string
}

/** @param text default: NMI's text of the code */
export const toResult = (code: string, text: string = texts[code] ?? 'Declined'): Result => ({ code, text })

export const approved = toResult('100')

export const isApproved = ({ code }: Result): boolean => code === approved.code

/** `response`: 1 for approvals, 2 for declines, 3 for errors. */
export const responseDigit = (code: string): string => (code === '100' ? '1' : code.startsWith('2') ? '2' : '3')
