import { responseDigit, type Result } from './resultCodes.ts'

/** What an answer of transact.php has besides its result. */
export interface AnswerFields {
  readonly authcode?: string
  readonly transactionid?: string
  readonly avsresponse?: string
  readonly cvvresponse?: string
  readonly orderid?: string
  /** Only in answers about a record of the vault. */
  readonly customer_vault_id?: string
}

export interface Answer extends AnswerFields {
  readonly result: Result
}

/** NMI returns spaces as they are. Encoded is what would end a value or be decoded as something else. */
const encode = (value: string): string => value.replaceAll(/[%&+=#\p{Cc}]/gu, encodeURIComponent)

/** @param type the parameter of the request */
export const toForm = ({ result, customer_vault_id: customer, ...fields }: Answer, type: string): string =>
  [
    ['response', responseDigit(result.code)],
    ['responsetext', result.text],
    ['authcode', fields.authcode],
    ['transactionid', fields.transactionid],
    ['avsresponse', fields.avsresponse],
    ['cvvresponse', fields.cvvresponse],
    ['orderid', fields.orderid],
    ['type', type],
    ['response_code', result.code],
    ...(customer === undefined ? [] : [['customer_vault_id', customer]]),
  ]
    .map(([name, value = '']) => `${name}=${encode(value)}`)
    .join('&')
