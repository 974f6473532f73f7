import { formatAmount } from './amounts.ts'
import { detailMembers, merchantFields } from './details.ts'
import { transactionType, type VisibleTransaction } from './query.ts'
import { isApproved } from './resultCodes.ts'
import { type Action, conditionOf, type Transaction } from './transaction.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that XML 1.0 cannot represent are left out. */
const escape = (value: string): string =>
  value
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character]!)

const element = (name: string, value: string): string => `<${name}>${escape(value)}</${name}>`

const elements = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => element(name, value))
    .join('')

/** YYYYMMDDHHMMSS in UTC. */
const toDate = (at: number): string => new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)

const internalActions: ReadonlySet<string> = new Set(['settle', 'check_return'])

const actionElement = (action: Action, currency: string): string => {
  const isInternal = internalActions.has(action.type)
  const values = {
    amount: formatAmount(action.amount, currency),
    action_type: action.type,
    date: toDate(action.at),
    success: isApproved(action.result) ? '1' : '0',
    ip_address: action.ipAddress,
    source: isInternal ? 'internal' : 'api',
    api_method: isInternal ? '' : 'transact',
    response_text: action.result.text,
    batch_id: action.batchId,
    processor_batch_id: '',
    response_code: action.result.code,
    processor_response_text: '',
    processor_response_code: '',
  }
  return `<action>${elements(values)}</action>`
}

const sourceValues = ({ source }: Transaction) => {
  const [card, check] = source.method === 'card' ? [source, undefined] : [undefined, source]
  return {
    cc_number: card?.masked ?? '',
    cc_exp: card?.expiry ?? '',
    cc_type: card?.network ?? '',
    check_account: check?.masked ?? '',
    check_aba: check?.routingNumber ?? '',
    check_name: check?.name ?? '',
    account_holder_type: check?.holderType ?? '',
    account_type: check?.accountType ?? '',
    sec_code: check?.secCode ?? '',
  }
}

const transactionElement = ({ transaction, actions }: VisibleTransaction): string => {
  const { details } = transaction
  const values = {
    transaction_id: transaction.id,
    partial_payment_id: '',
    partial_payment_balance: '',
    platform_id: '',
    transaction_type: transactionType(transaction),
    condition: conditionOf(actions),
    order_id: transaction.orderId,
    authorization_code: transaction.authCode,
    ...Object.fromEntries(detailMembers.map(([member]) => [member, details[member] ?? ''])),
    avs_response: transaction.avs,
    csc_response: transaction.cvv,
    ...sourceValues(transaction),
    processor_id: transaction.processorId,
    currency: transaction.currency,
  }
  const fields = merchantFields.flatMap((name, index) => {
    const value = details[name]
    return value === undefined
      ? []
      : [`<merchant_defined_field id="${index + 1}">${escape(value)}</merchant_defined_field>`]
  })
  const actionElements = actions.map((action) => actionElement(action, transaction.currency))
  return `<transaction>${elements(values)}${fields.join('')}${actionElements.join('')}</transaction>`
}

const document = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${content}</nm_response>\n`

export const toXml = (found: readonly VisibleTransaction[]): string => document(found.map(transactionElement).join(''))

export const errorXml = (message: string): string => document(element('error_response', message))
