import { responseDigit, type Result } from './resultCodes.ts'

/** A response of transact.php, by NMI's names. */
export interface TransactResponse {
  readonly result: Result
  readonly authcode?: string
  readonly transactionid?: string
  readonly avsresponse?: string
  readonly cvvresponse?: string
  readonly orderid?: string
  /** Only in responses about a record of the vault. */
  readonly customer_vault_id?: string
}

/** NMI does not encode spaces. Encoded are characters that would end a value or be decoded as another. */
const encode = (value: string): string => value.replaceAll(/[%&+=#\p{Cc}]/gu, encodeURIComponent)

/** @param type the parameter of the request */
export const toForm = ({ result, customer_vault_id: customer, ...fields }: TransactResponse, type: string): string =>
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
