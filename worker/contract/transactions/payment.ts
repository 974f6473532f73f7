import * as v from 'valibot'
import { isTooFarAhead, parseExpiry, formatExpiry } from '../card/expiry.ts'
import { fault } from '../errors/fault.ts'
import {
  formatted,
  identifier,
  notFreeText,
  nullable,
  patterned,
  readOnly,
  secret,
  text,
  caseInsensitive,
} from '../schema/fields.ts'
import { parseDate } from '../schema/instant.ts'
import { decimal, int32 } from '../schema/numbers.ts'
import { object, openObject } from '../schema/objects.ts'
import { exactlyOneSource } from './exactlyOneSource.ts'

/**
 * Expiry date in the formats MMYY, MM/YY, M/YY and MMYYYY, at most 20 years ahead by the real time, as in the form: the
 * output is MMYY, where a later year would be another date.
 */
export const expiry = () =>
  v.pipe(
    patterned(/^[0-9 /]*$/, 4, 7),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseExpiry(dataset.value)
      if (parsed !== null && !isTooFarAhead(parsed, Date.now())) return formatExpiry(parsed)
      addIssue({ message: fault('expiry_invalid') })
      return NEVER
    }),
  )

/**
 * The name on a card: the interface's alphabet for authorize, any Unicode for tokens and hosted pages, since shoppers are called José.
 * Connectors transliterate names to the alphabet of their processor.
 */
const interfaceName = () => v.pipe(v.string(), v.maxLength(100), v.regex(/^[0-9A-Za-z `',;-]*$/))
const shopperName = () => text(0, 100)

const cardMembers = (nameOnCard: () => v.GenericSchema<string, string>) => ({
  accountNumber: secret(patterned(/^[0-9]*$/, 13, 20)),
  expires: expiry(),
  nameOnCard: nullable(nameOnCard()),
  verificationValue: nullable(secret(patterned(/^[0-9]*$/, 3, 4))),
  postalCode: nullable(v.pipe(v.string(), v.maxLength(20), v.regex(/^[0-9A-Za-z -]*$/))),
})

/** Credit card object of authorize and credit. */
export const creditCard = () =>
  object({ ...cardMembers(interfaceName), transactionId: nullable(notFreeText(text(0, 64))) })

/** Credit card object inside `creditCardEncrypted`: from a shopper's page or app, so its name is any text. */
export const encryptedCreditCard = () =>
  object({ ...cardMembers(shopperName), transactionId: nullable(notFreeText(text(0, 64))) })

/** Credit card object of the tokens endpoint. */
export const shopperCard = () => object(cardMembers(shopperName))

const checkMembers = (name: () => v.GenericSchema<string, string>) => ({
  accountNumber: secret(patterned(/^[0-9]*$/, 7, 20)),
  routingNumber: notFreeText(patterned(/^[0-9]*$/, 8, 20)),
  name: nullable(name()),
  checkNumber: nullable(patterned(/^[0-9]*$/, 0, 8)),
  accountType: v.optional(caseInsensitive(['checking', 'savings', 'businessChecking', 'businessSavings']), 'checking'),
  verification: v.optional(
    object({
      dob: v.optional(secret(formatted('YYYY-MM-DD', (value) => parseDate(value) !== undefined))),
      ssn: v.optional(secret(formatted('4 or 9 digits', (value) => /^([0-9]{4}|[0-9]{9})$/.test(value)))),
      driversLicense: v.optional(
        object({
          number: v.optional(
            secret(formatted('1 to 30 characters', (value) => value.length >= 1 && value.length <= 30)),
          ),
          state: v.optional(formatted('2 letters', (value) => /^[A-Za-z]{2}$/.test(value))),
        }),
      ),
    }),
  ),
})

/** Check object (bank account). */
export const check = () => object(checkMembers(() => patterned(/^[0-9A-Za-z _\-.,`'()@#!?/\\:;|+=@%&]*$/, 0, 100)))

/** Check object of hosted pages, where the holder's name may have any characters. */
export const shopperCheck = () => object(checkMembers(shopperName))

/** A customer's stored payment method, with initiator and reason of the charge, which the card schemes require. */
export const stored = () =>
  v.pipe(
    object({
      customer: nullable(identifier()),
      wallet: nullable(identifier()),
      initiatedBy: nullable(caseInsensitive(['customer', 'merchant'])),
      initial: nullable(caseInsensitive(['first', 'subsequent'], { stored: 'first', used: 'subsequent' })),
      installment: nullable(int32(1, 99)),
      initialTransactionId: nullable(
        notFreeText(formatted('1 to 36 letters and digits', (value) => /^[0-9A-Za-z]{1,36}$/.test(value))),
      ),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (dataset.typed && dataset.value.customer == null && dataset.value.wallet == null)
        addIssue({ message: fault('stored_reference_required') })
    }),
  )

/** Prompts of a terminal. Only the first four items of tipAmounts are used. */
export const prompts = () => ({
  promptTip: nullable(v.boolean()),
  tipAmounts: nullable(
    v.pipe(
      v.array(decimal({ min: '0.01', max: '999999.99', places: 2 })),
      v.transform((amounts) => amounts.slice(0, 4)),
    ),
  ),
  promptCvv: nullable(v.boolean()),
  promptPostalCode: nullable(v.boolean()),
  promptAmountConfirmation: nullable(v.boolean()),
  promptSignature: nullable(v.boolean()),
  keyCard: nullable(v.boolean()),
})

/** promptTip requires at least three tip amounts, whether or not the account allows tips. */
export const requiresTipAmounts = <T extends { promptTip?: boolean | null; tipAmounts?: readonly string[] | null }>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.promptTip !== true || (dataset.value.tipAmounts?.length ?? 0) >= 3) return
    addIssue({
      message: fault('tip_amounts_required'),
      path: [
        { type: 'object', origin: 'value', input: dataset.value, key: 'tipAmounts', value: dataset.value.tipAmounts },
      ],
    })
  })

/** Payment at a terminal. */
export const paymentTerminal = () =>
  v.pipe(object({ id: identifier(), externalIdentifier: nullable(text(0, 64)), ...prompts() }), requiresTipAmounts())

/**
 * A Google Pay payment. intermediateSigningKey is required in ECv2. The vault verifies signatures and decrypts the message. The wallet may
 * add members to its envelope.
 */
export const digitalPayPayment = () =>
  v.pipe(
    openObject({
      signature: notFreeText(text(1, 1024)),
      intermediateSigningKey: v.optional(
        openObject({
          signedKey: notFreeText(text(1, 4096)),
          signatures: v.pipe(v.array(notFreeText(text(1, 1024))), v.maxLength(10)),
        }),
      ),
      protocolVersion: v.picklist(['ECv1', 'ECv2']),
      signedMessage: notFreeText(text(1, 16_384)),
      postalCode: v.optional(text(0, 20)),
      nameOnCard: v.optional(text(0, 100)),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.protocolVersion !== 'ECv2' || dataset.value.intermediateSigningKey) return
      addIssue({
        message: fault('required'),
        path: [
          { type: 'object', origin: 'value', input: dataset.value, key: 'intermediateSigningKey', value: undefined },
        ],
      })
    }),
  )

const maxEncryptedCardLength = 8192

/** The format in every error of an encrypted card. The error never reveals which check failed. */
export const encryptedCardFormat = 'compact JWE of a credit card, with iat in its protected header'

/** A card encrypted with a key of GET /v1/encryptionkeys. The schema checks only its length; the vault decrypts it. */
export const creditCardEncrypted = () =>
  v.pipe(
    formatted(encryptedCardFormat, ({ length }) => length >= 1 && length <= maxEncryptedCardLength),
    v.metadata({ freeText: false, jsonSchema: { type: 'string', minLength: 1, maxLength: maxEncryptedCardLength } }),
  )

/** The eight payment sources, in the order of the interface. */
export const sources = [
  'token',
  'stored',
  'terminal',
  'creditCard',
  'check',
  'cash',
  'creditCardEncrypted',
  'digitalPayPayment',
] as const
export type Source = (typeof sources)[number]

/** The sources that contain the data of a card or bank account. The others refer to it, or are cash. Each of them can become a token. */
export type TokenizableSource = Exclude<Source, 'token' | 'stored' | 'terminal' | 'cash'>

/** The sources present in a payment object. Null means absent, and cash must be true. */
export const presentSources = (payment: Readonly<Record<string, unknown>>): Source[] =>
  sources.filter((source) => (source === 'cash' ? payment['cash'] === true : payment[source] != null))

/** Payment object, with exactly one source. */
export const payment = () =>
  exactlyOneSource(
    object({
      token: nullable(identifier()),
      stored: v.optional(stored()),
      terminal: v.optional(paymentTerminal()),
      creditCard: v.optional(creditCard()),
      check: v.optional(check()),
      cash: nullable(v.boolean()),
      creditCardEncrypted: nullable(creditCardEncrypted()),
      digitalPayPayment: v.optional(digitalPayPayment()),
      method: readOnly(),
    }),
    sources,
  )

export type Payment = v.InferOutput<ReturnType<typeof payment>>
export type CreditCard = v.InferOutput<ReturnType<typeof creditCard>>
export type DigitalPayPayment = v.InferOutput<ReturnType<typeof digitalPayPayment>>
export type Check = v.InferOutput<ReturnType<typeof check>>
export type Stored = v.InferOutput<ReturnType<typeof stored>>
export type PaymentTerminal = v.InferOutput<ReturnType<typeof paymentTerminal>>
