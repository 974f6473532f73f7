import { expect, test } from 'vitest'
import type { CheckoutForm, FormInput } from '#contract/checkouts/form'
import { phoneAnswer, validateAnswers, toMetadata } from './answers.ts'

const formWith = (more: Partial<CheckoutForm> = {}): CheckoutForm => ({
  email: 'optional',
  phone: 'none',
  receipt: true,
  shipping: false,
  billing: false,
  billingRequired: false,
  methods: ['card'],
  fields: [],
  consents: [],
  store: 'ask',
  ...more,
})

const input = (type: FormInput['type'], more: Partial<FormInput> = {}): FormInput => ({
  name: 'one',
  label: 'One',
  type,
  options: [],
  required: false,
  value: '',
  maxLength: 500,
  ...more,
})

const answers = (more: object = {}) => ({ email: '', phone: '', fields: {}, consents: {}, save: false, ...more })

/** Types of the errors of one answer. */
const errorTypes = (field: FormInput, text: string): string[] =>
  validateAnswers(formWith({ fields: [field] }), answers({ fields: { one: text } })).map(({ type }) => type)

const formats: readonly [FormInput['type'], string, good: string[], bad: string[]][] = [
  ['email', 'email address', ['a@b'], ['a', '@b', 'a@', 'a b@c', 'a@b@c']],
  ['number', 'number', ['1', '-1.5', '123456789012345'], ['1.', '.5', '1e3', '1234567890123456', '--1', '1 2']],
  ['date', 'YYYY-MM-DD', ['2028-02-29'], ['2027-02-29', '2028-2-9', '2028-13-01', '12028-01-01', '2028-01-011']],
  ['checkbox', 'true', ['true'], ['false', 'on']],
]

test.each(formats)('input type %s accepts only the format %s', (type, format, good, bad) => {
  for (const text of good) expect(errorTypes(input(type), text), text).toEqual([])
  for (const text of bad) {
    const form = formWith({ fields: [input(type)] })
    expect(validateAnswers(form, answers({ fields: { one: text } })), text).toEqual([
      { type: 'format_invalid', field: 'answers.fields.one', details: { format } },
    ])
  }
})

test('an empty answer to a required input is rejected with required', () => {
  expect(errorTypes(input('number'), '')).toEqual([])
  expect(errorTypes(input('number', { required: true }), ' ')).toEqual(['required'])
  expect(errorTypes(input('text', { required: true }), 'x')).toEqual([])
})

test('an answer that is too long is rejected with length_invalid, one that is no option with enum_invalid', () => {
  expect(errorTypes(input('text', { maxLength: 3 }), 'abc')).toEqual([])
  expect(errorTypes(input('text', { maxLength: 3 }), 'abcd')).toEqual(['length_invalid'])
  expect(errorTypes(input('select', { options: ['S', 'M'] }), 'M')).toEqual([])
  expect(errorTypes(input('select', { options: ['S', 'M'] }), 'L')).toEqual(['enum_invalid'])
})

test('a missing required email address is rejected with required, a malformed one with format_invalid', () => {
  const required = formWith({ email: 'required' })
  expect(validateAnswers(required, answers())).toEqual([{ type: 'required', field: 'answers.email' }])
  expect(validateAnswers(formWith(), answers())).toEqual([])
  expect(validateAnswers(required, answers({ email: ' ann@shop.example ' }))).toEqual([])
  expect(validateAnswers(formWith(), answers({ email: 'ann' }))).toEqual([
    { type: 'format_invalid', field: 'answers.email', details: { format: 'email address' } },
  ])
})

test('a missing required telephone number is rejected with required, a malformed one with format_invalid', () => {
  const required = formWith({ phone: 'required' })
  expect(validateAnswers(required, answers({ phone: ' ' }))).toEqual([{ type: 'required', field: 'answers.phone' }])
  for (const phone of ['', ' 123456 ', '+1 (415) 555-0132'])
    expect(validateAnswers(formWith({ phone: 'optional' }), answers({ phone }))).toEqual([])
  for (const phone of ['12345', '1234567890123456', 'call me'])
    expect(validateAnswers(formWith({ phone: 'optional' }), answers({ phone }))).toEqual([
      { type: 'format_invalid', field: 'answers.phone', details: { format: 'telephone number of 6 to 15 digits' } },
    ])
})

test('a telephone number that the form does not ask for is ignored', () => {
  expect(validateAnswers(formWith(), answers({ phone: 'x' }))).toEqual([])
  expect(phoneAnswer(formWith(), answers({ phone: '123456' }))).toBe('')
  expect(phoneAnswer(formWith({ phone: 'optional' }), answers({ phone: ' 123456 ' }))).toBe('123456')
})

test('the metadata has the value that the merchant gave to a hidden input', () => {
  const form = formWith({
    fields: [input('hidden', { value: 'cart-7', required: true }), input('text', { name: 'two' })],
  })
  const submitted = answers({ fields: { one: 'cart-8', two: ' hello ' } })
  expect(toMetadata(form, submitted)).toEqual({ one: 'cart-7', two: 'hello' })
  expect(toMetadata(form, answers())).toEqual({ one: 'cart-7', two: '' })
  expect(validateAnswers(form, submitted)).toEqual([])
})
