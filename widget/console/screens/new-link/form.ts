import type { CreateCheckoutRequest } from '../../../client/types.ts'
import { parseAmount, sumOf, toHundredths } from '../../format/money.ts'
import { localMidnight } from '../../format/time.ts'
import { newLinkTexts } from './texts.ts'

const { problems } = newLinkTexts

export type Line = { readonly name: string; readonly price: string; readonly quantity: string }

/** What a person has entered. */
export type Draft = {
  /** At least one. With a single one its price is the amount, and its name may be empty. */
  readonly lines: readonly Line[]
  /** Whether items are listed, with quantities. */
  readonly isItemized: boolean
  readonly currency: number
  readonly invoice: string
  readonly email: string
  readonly name: string
  readonly expiry: 'day' | 'due'
  /** YYYY-MM-DD. */
  readonly dueDate: string
  /** The id of a preset, `own` for JSON, or empty. */
  readonly look: string
  readonly json: string
  readonly tax: string
  readonly shippingCost: string
  readonly discount: string
  readonly asksAddress: boolean
  readonly phone: 'none' | 'optional' | 'required'
  readonly consent: string
  readonly isConsentRequired: boolean
  readonly bank: boolean
  readonly keepsCustomer: boolean
  readonly receipt: boolean
  readonly button: string
  readonly thankYou: string
}

export const emptyLine: Line = { name: '', price: '', quantity: '1' }

export const emptyDraft = (currency: number): Draft => ({
  lines: [emptyLine],
  isItemized: false,
  currency,
  invoice: '',
  email: '',
  name: '',
  expiry: 'day',
  dueDate: '',
  look: '',
  json: '',
  tax: '',
  shippingCost: '',
  discount: '',
  asksAddress: false,
  phone: 'none',
  consent: '',
  isConsentRequired: true,
  bank: false,
  keepsCustomer: true,
  receipt: true,
  button: '',
  thankYou: '',
})

export type AppearanceMembers = Readonly<Record<string, unknown>>

/** The object in a text; undefined for other text. */
const parseObject = (text: string): AppearanceMembers | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as AppearanceMembers)
      : undefined
  } catch {
    return undefined
  }
}

/** The appearance in JSON of the theme studio: its members, or a request that has them. */
export const parseAppearance = (text: string): AppearanceMembers | undefined => {
  const value = parseObject(text)
  const inner = value?.['appearance']
  return typeof inner === 'object' && inner !== null ? (inner as AppearanceMembers) : value
}

const isWhole = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text.trim())

/** Whether the items need names: beside other amounts the amount is not the total, which the gateway computes from items. */
const needsName = ({ isItemized, tax, shippingCost, discount }: Draft): boolean =>
  isItemized || [tax, shippingCost, discount].some((text) => text.trim() !== '')

/** What is wrong, by the name of the field. The gateway checks everything else. */
export const problemsOf = (draft: Draft): ReadonlyMap<string, string> => {
  const { lines, isItemized } = draft
  const found = new Map<string, string>()
  const check = (name: string, isValid: boolean, problem: string): void => {
    if (!isValid) found.set(name, problem)
  }
  for (const [index, { name, price, quantity }] of lines.entries()) {
    const amount = parseAmount(price)
    check(`price-${index}`, amount !== undefined && (amount > 0 || isItemized), problems.amount)
    if (needsName(draft)) check(`name-${index}`, name.trim() !== '', problems.name)
    if (isItemized) check(`quantity-${index}`, isWhole(quantity), problems.quantity)
  }
  for (const name of ['tax', 'shippingCost', 'discount'] as const)
    check(name, draft[name] === '' || parseAmount(draft[name]) !== undefined, problems.amount)
  check('email', draft.email === '' || /^\S+@\S+\.\S+$/.test(draft.email.trim()), problems.email)
  check('dueDate', draft.expiry === 'day' || localMidnight(draft.dueDate) !== undefined, problems.date)
  check('json', draft.look !== 'own' || parseAppearance(draft.json) !== undefined, problems.json)
  return found
}

const amountOf = (text: string): number => parseAmount(text) ?? 0

/** The sum that the preview shows. The gateway computes what is charged. */
export const previewTotal = ({ lines, isItemized, tax, shippingCost, discount }: Draft): number => {
  const each = lines.map(({ price, quantity }) => {
    const count = isItemized ? (isWhole(quantity) ? Number(quantity) : 0) : 1
    return (toHundredths(amountOf(price)) * count) / 100
  })
  return sumOf([...each, amountOf(tax), amountOf(shippingCost), -amountOf(discount)])
}

const optionalAmount = <Name extends string>(name: Name, text: string): Partial<Record<Name, number>> =>
  text.trim() === '' ? {} : ({ [name]: amountOf(text) } as Record<Name, number>)

const optionalText = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> =>
  text.trim() === '' ? {} : ({ [name]: text.trim() } as Record<Name, string>)

const optionalObject = <Name extends string, Value extends object>(name: Name, value: Value) =>
  (Object.keys(value).length === 0 ? {} : { [name]: value }) as Partial<Record<Name, Value>>

/**
 * The request of a draft without problems. It has prices and no sums: the gateway computes them.
 *
 * @param appearance of the look; undefined for the plain one
 */
export const requestOf = (draft: Draft, appearance: AppearanceMembers | undefined): CreateCheckoutRequest => {
  const { lines, isItemized, currency } = draft
  const [first = emptyLine] = lines
  const items = lines.map(({ name, price, quantity }) => ({
    name: name.trim(),
    price: amountOf(price),
    quantity: isItemized ? Number(quantity) : 1,
  }))
  const invoiceInfo = {
    ...optionalText('number', draft.invoice),
    ...(draft.expiry === 'due' && { dueDate: draft.dueDate }),
  }
  return {
    ...(needsName(draft) || first.name.trim() !== '' ? { items } : { total: amountOf(first.price) }),
    currency,
    ...optionalAmount('tax', draft.tax),
    ...optionalAmount('shipping', draft.shippingCost),
    ...optionalAmount('discount', draft.discount),
    ...optionalObject('invoiceInfo', invoiceInfo),
    ...optionalObject('customerInfo', {
      ...optionalText('name', draft.name),
      ...optionalText('email', draft.email),
    }),
    ...(draft.asksAddress && { collectShipping: true }),
    ...(draft.phone !== 'none' && { collectPhone: draft.phone }),
    ...(draft.consent.trim() !== '' && {
      consents: [{ name: 'consent', text: draft.consent.trim(), required: draft.isConsentRequired }],
    }),
    ...(draft.bank && { allowAch: true }),
    ...(!draft.keepsCustomer && { oneTimePayment: true }),
    ...(!draft.receipt && { sendReceipt: false }),
    ...optionalText('submitButtonText', draft.button),
    ...optionalText('thankYouUrl', draft.thankYou),
    ...(appearance && { appearance }),
  } as CreateCheckoutRequest
}
