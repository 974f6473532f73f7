import type { CheckoutForm, FormInput } from '#contract/checkouts/form'
import type { PayRequest } from '#contract/checkouts/pay'
import type { ErrorType } from '#contract/errors/errorTypes'
import { isEmail } from '#contract/schema/email'
import { isPhone } from '#contract/schema/phone'
import { parseDate } from '#contract/schema/instant'
import { byField } from '#contract/schema/issues'
import type { ErrorDetail } from '#contract/errors/apiError'

type Answers = PayRequest['answers']

/** The formats of values, by input type. */
const formats: Partial<
  Record<FormInput['type'], { readonly isValid: (text: string) => boolean; readonly format: string }>
> = {
  email: { isValid: isEmail, format: 'email address' },
  number: { isValid: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text), format: 'number' },
  date: { isValid: (text) => parseDate(text) !== undefined, format: 'YYYY-MM-DD' },
  checkbox: { isValid: (text) => text === 'true', format: 'true' },
}

const validateInput = (
  { type, options, required, maxLength }: FormInput,
  text: string,
): Omit<ErrorDetail, 'field'> | null => {
  if (text === '') return required ? { type: 'required' } : null
  if (text.length > maxLength) return { type: 'length_invalid', details: { max: maxLength } }
  if (type === 'select') return options.includes(text) ? null : { type: 'enum_invalid', details: { allowed: options } }
  const format = formats[type]
  return format === undefined || format.isValid(text)
    ? null
    : { type: 'format_invalid', details: { format: format.format } }
}

/** The merchant sets the value of a hidden input: a value in the request is ignored. */
const inputValue = (input: FormInput, { fields }: Answers): string =>
  input.type === 'hidden' ? input.value : (fields[input.name] ?? '').trim()

/** The values of the merchant's inputs by name, for the payment's metadata. */
export const toMetadata = (form: CheckoutForm, answers: Answers): Record<string, string> =>
  Object.fromEntries(form.fields.map((input) => [input.name, inputValue(input, answers)]))

const errorItem = (type: ErrorType, field: string, details?: ErrorDetail['details']): ErrorDetail =>
  details === undefined ? { type, field } : { type, field, details }

/** The shopper's telephone number; empty if the form does not ask for one. */
export const phoneAnswer = (form: Pick<CheckoutForm, 'phone'>, { phone }: Pick<Answers, 'phone'>): string =>
  form.phone === 'none' ? '' : phone.trim()

/** The errors in the shopper's answers, except addresses. `field` is a path in the body of the pay request. */
export const validateAnswers = (form: CheckoutForm, answers: Answers): ErrorDetail[] => {
  const email = answers.email.trim()
  const phone = phoneAnswer(form, answers)
  return [
    ...(email === '' && form.email === 'required' ? [errorItem('required', 'answers.email')] : []),
    ...(email !== '' && !isEmail(email)
      ? [errorItem('format_invalid', 'answers.email', { format: 'email address' })]
      : []),
    ...(phone === '' && form.phone === 'required' ? [errorItem('required', 'answers.phone')] : []),
    ...(phone !== '' && !isPhone(phone)
      ? [errorItem('format_invalid', 'answers.phone', { format: 'telephone number of 6 to 15 digits' })]
      : []),
    ...form.fields.flatMap((input) => {
      const error = input.type === 'hidden' ? null : validateInput(input, inputValue(input, answers))
      return error === null ? [] : [{ ...error, field: `answers.fields.${input.name}` }]
    }),
  ].sort(byField)
}
