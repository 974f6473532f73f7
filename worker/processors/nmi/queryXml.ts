import { parseXml, XmlDocument, XmlElement } from '@rgrove/parse-xml'

/** A transaction in an answer of `query.php`. */
export interface NmiTransaction {
  readonly transactionId: string
  readonly orderId: string
  readonly isCheck: boolean
  readonly condition: string
  /** Three letters. */
  readonly currency: string
  readonly authCode: string | null
  readonly avs: string | null
  readonly cvv: string | null
  /** Oldest first. */
  readonly actions: readonly NmiAction[]
}

export interface NmiAction {
  readonly type: string
  /** Decimal text. */
  readonly amount: string
  readonly isSuccess: boolean
  /** Milliseconds since 1970, a whole second. */
  readonly at: number
  readonly code: string
  readonly text: string
}

/** The largest answer that is read, in bytes: a page of 100 transactions has about 250,000. */
export const maxReportBytes = 4_000_000

const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name)

const textOf = (element: XmlElement, name: string): string | null => {
  const [child, ...others] = childrenOf(element, name)
  return child === undefined || others.length > 0 ? null : child.text.trim()
}

class Unreadable extends Error {}

const required = (element: XmlElement, name: string, pattern: RegExp): string => {
  const value = textOf(element, name)
  if (value === null || !pattern.test(value)) throw new Unreadable(`The answer has no ${name}.`)
  return value
}

/** `YYYYMMDDhhmmss`, in UTC. */
const parseDate = (text: string): number => {
  const [, year, month, day, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  if (Number.isNaN(at)) throw new Unreadable('The answer has an invalid date.')
  return at
}

/** A time as `start_date` and `end_date`, rounded down to its second. */
export const formatDate = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:T]|\..*/g, '')

const letter = (element: XmlElement, name: string): string | null => {
  const value = textOf(element, name)
  return value !== null && /^[0-9A-Z]$/.test(value) ? value : null
}

const toAction = (element: XmlElement): NmiAction => ({
  type: required(element, 'action_type', /^[a-z_]{1,40}$/),
  amount: required(element, 'amount', /^-?[0-9.]{1,20}$/),
  isSuccess: required(element, 'success', /^[01]$/) === '1',
  at: parseDate(required(element, 'date', /^\d{14}$/)),
  code: textOf(element, 'response_code') ?? '',
  text: (textOf(element, 'response_text') ?? '').slice(0, 200),
})

const toTransaction = (element: XmlElement): NmiTransaction => {
  const authCode = textOf(element, 'authorization_code')
  return {
    transactionId: required(element, 'transaction_id', /^\d{1,20}$/),
    orderId: textOf(element, 'order_id') ?? '',
    isCheck: textOf(element, 'transaction_type') === 'ck',
    condition: required(element, 'condition', /^[a-z_]{1,40}$/),
    currency: required(element, 'currency', /^[A-Z]{3}$/),
    authCode: authCode !== null && /^[0-9A-Za-z]{1,6}$/.test(authCode) ? authCode : null,
    avs: letter(element, 'avs_response'),
    cvv: letter(element, 'csc_response'),
    actions: childrenOf(element, 'action')
      .map(toAction)
      .toSorted((one, other) => one.at - other.at),
  }
}

/** `error`: NMI refuses the query, with a text. `unreadable`: it is no answer. */
export type QueryAnswer =
  | { readonly result: 'found'; readonly transactions: readonly NmiTransaction[] }
  | { readonly result: 'error'; readonly text: string }
  | { readonly result: 'unreadable' }

const parseDocument = (body: string): XmlDocument | null => {
  try {
    return parseXml(body, { preserveDocumentType: true })
  } catch {
    return null
  }
}

/** Reads an answer strictly: it is well-formed, has no document type, and each transaction in it is complete. */
export const parseQueryAnswer = (body: string): QueryAnswer => {
  const document = parseDocument(body)
  const root = document?.root
  if (!document || root?.name !== 'nm_response' || document.children.some(({ type }) => type === 'doctype'))
    return { result: 'unreadable' }
  const error = textOf(root, 'error_response')
  if (error !== null) return { result: 'error', text: error.slice(0, 200) }
  try {
    return { result: 'found', transactions: childrenOf(root, 'transaction').map(toTransaction) }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { result: 'unreadable' }
    throw thrown
  }
}
