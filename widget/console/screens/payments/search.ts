import type { Query } from '../../api/api.ts'
import { currencyNumber } from '../../format/money.ts'
import { localMidnight } from '../../format/time.ts'
import { paymentStates } from '../../parts/paymentStates.ts'
import { paymentsTexts } from './texts.ts'

const problems = paymentsTexts.search.problems

/** The filters of the search box. */
export type FilterKey = keyof typeof paymentsTexts.chips

/** One filter of a search. */
export type Term = {
  readonly key: FilterKey
  readonly value: string
  /** The filter as parameters of `GET /v1/transactions`. */
  readonly query: Query
}

/** A part of a search that is no filter, and what to write in its place. */
export type Problem = { readonly text: string; readonly message: string }

type Read = Query | { readonly problem: string }

const number = /^\d{1,9}(\.\d{1,2})?$/
const step = 0.01

/** An amount next to another, in hundredths: `>100` starts at 100.01. */
const beside = (amount: string, offset: number): string => (Number(amount) + offset).toFixed(2)

const readAmount = (value: string): Read => {
  const [, comparison = '', amount = ''] = /^(>=|<=|>|<|)(.*)$/.exec(value) ?? []
  const [low = '', high = ''] = value.split('..')
  if (number.test(low) && number.test(high) && Number(low) <= Number(high)) return { amountMin: low, amountMax: high }
  if (!number.test(amount)) return { problem: problems.amount }
  switch (comparison) {
    case '>':
      return { amountMin: beside(amount, step) }
    case '>=':
      return { amountMin: amount }
    case '<':
      return Number(amount) > 0 ? { amountMax: beside(amount, -step) } : { problem: problems.amount }
    case '<=':
      return { amountMax: amount }
    default:
      return { amount }
  }
}

const states = Object.keys(paymentStates)

const readStates = (value: string): Read => {
  const given = value.split(',').map((state) => state.trim().toLowerCase())
  return given.every((state) => states.includes(state))
    ? { status: given.join(',') }
    : { problem: problems.status(states.join(', ')) }
}

/** A date means the whole local day; a time with an offset is itself. */
const readTime = (name: 'from' | 'to', value: string): Read => {
  const day = localMidnight(value, name === 'to' ? 1 : 0)
  if (day) return { [name]: day.toISOString() }
  return /^\d{4}-\d{2}-\d{2}T\S+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))
    ? { [name]: new Date(value).toISOString() }
    : { problem: problems.date }
}

/** A day as the figures have it: in UTC. */
const readDay = (name: 'capturedOn' | 'creditedOn' | 'movedOn', value: string): Read =>
  localMidnight(value) ? { [name]: value } : { problem: problems.date }

const methods: Readonly<Record<string, string>> = {
  card: 'creditCard',
  bank: 'check',
  cash: 'cash',
  terminal: 'terminal',
  wallet: 'digitalPayPayment',
}

const properties: Readonly<Record<string, Query>> = {
  disputed: { disputed: true },
  returned: { returned: true },
  attention: { needsAttention: true },
  payment: { type: 'authorize' },
  payout: { type: 'credit' },
}

const either = (query: Query | undefined, problem: string): Read => query ?? { problem }

/** An id of a customer of the gateway. Other texts are the merchant's own. */
const customerId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const filters: Readonly<Record<FilterKey, (value: string) => Read>> = {
  amount: readAmount,
  status: readStates,
  last4: (value) => either(/^\d{4}$/.test(value) ? { lastFour: value } : undefined, problems.last4),
  order: (value) => either(value.length <= 300 ? { reference: value } : undefined, problems.long),
  customer: (value) =>
    customerId.test(value)
      ? { customer: value }
      : either(value.length <= 255 ? { customerPublicIdentifier: value } : undefined, problems.long),
  from: (value) => readTime('from', value),
  to: (value) => readTime('to', value),
  captured: (value) => readDay('capturedOn', value),
  refunded: (value) => readDay('creditedOn', value),
  moved: (value) => readDay('movedOn', value),
  currency: (value) => {
    const currency = currencyNumber(value)
    return either(currency === undefined ? undefined : { currency }, problems.currency)
  },
  method: (value) => either(methods[value] === undefined ? undefined : { method: methods[value] }, problems.method),
  is: (value) => either(properties[value], problems.is),
  batch: (value) => either(/^[0-9A-Za-z_-]{1,64}$/.test(value) ? { batchId: value } : undefined, problems.long),
}

const isFilter = (key: string): key is FilterKey => Object.hasOwn(filters, key)

/** What text without a key most likely is. */
const guess = (text: string): FilterKey => {
  if (/^\d{4}$/.test(text)) return 'last4'
  if (/^\d{1,9}\.\d{1,2}$/.test(text)) return 'amount'
  if (text.includes('@')) return 'customer'
  return 'order'
}

/** The words of a search. Quotes hold words together; a key may stand before them. */
const words = (search: string): string[] => search.match(/(?:[a-z0-9]+:)?"[^"]*"?|\S+/gi) ?? []

const unquoted = (text: string): string => text.replace(/^"([^"]*)"?$/, '$1')

const readWord = (word: string): Term | Problem | undefined => {
  const [, name, rest = ''] = /^([a-z0-9]+):(.*)$/is.exec(word) ?? []
  const key = name?.toLowerCase() ?? guess(unquoted(word))
  const value = unquoted(name === undefined ? word : rest).trim()
  if (!isFilter(key)) return { text: word, message: problems.unknown(key) }
  // A key whose value is still to be typed.
  if (value === '') return undefined
  const query = filters[key](value)
  return 'problem' in query ? { text: word, message: String(query['problem']) } : { key, value, query }
}

/** Reads a search. Of two filters with one key the later counts. */
export const parseSearch = (search: string): { terms: Term[]; problems: Problem[] } => {
  const read = words(search)
    .map(readWord)
    .filter((word) => word !== undefined)
  const terms = new Map(read.flatMap((word) => ('key' in word ? [[word.key, word] as const] : [])))
  return { terms: [...terms.values()], problems: read.flatMap((word) => ('message' in word ? [word] : [])) }
}

/** The text of a search, which `parseSearch` reads again. */
export const printSearch = (terms: readonly Pick<Term, 'key' | 'value'>[]): string =>
  terms
    .map(({ key, value }) => (/[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`))
    .join(' ')

/** The parameters of `GET /v1/transactions` for a search. */
export const searchQuery = (terms: readonly Term[]): Query =>
  Object.assign({}, ...terms.map(({ query }) => query)) as Query

/** The id of a payment or operation, if that is all of the text. */
export const transactionIdIn = (text: string): string | undefined => /^\s*(\d{14,19})\s*$/.exec(text)?.[1]
