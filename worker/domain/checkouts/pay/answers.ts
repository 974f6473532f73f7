import type { CheckoutForm, FormInput } from '#contract/checkouts/form'
import type { Pay } from '#contract/checkouts/pay'
import type { ErrorType } from '#contract/errors/errorTypes'
import { byPath } from '#contract/schema/issues'
import type { Fault } from '#contract/errors/apiError'

type Answers = Pay['answers']

/** Something before and something after one @. Whether mail arrives there, only mail can tell. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text)

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** What a text must be like, by the type of its input. */
const formats: Partial<
  Record<FormInput['type'], { readonly fits: (text: string) => boolean; readonly format: string }>
> = {
  email: { fits: isEmail, format: 'email address' },
  number: { fits: (text) => /^-?\d{1,15}(\.\d{1,15})?$/.test(text), format: 'number' },
  date: { fits: isDate, format: 'YYYY-MM-DD' },
  checkbox: { fits: (text) => text === 'true', format: 'true' },
}

const validateInput = (
  { type, options, required, maxLength }: FormInput,
  text: string,
): Omit<Fault, 'field'> | null => {
  if (text === '') return required ? { type: 'required' } : null
  if (text.length > maxLength) return { type: 'length_invalid', details: { max: maxLength } }
  if (type === 'select') return options.includes(text) ? null : { type: 'enum_invalid', details: { allowed: options } }
  const format = formats[type]
  return format === undefined || format.fits(text)
    ? null
    : { type: 'format_invalid', details: { format: format.format } }
}

/** What the merchant said of a hidden input holds, whatever comes back. */
const inputValue = (input: FormInput, { fields }: Answers): string =>
  input.type === 'hidden' ? input.value : (fields[input.name] ?? '').trim()

/** The answers to the merchant's own inputs, by their names, for the payment's metadata. */
export const toMetadata = (form: CheckoutForm, answers: Answers): Record<string, string> =>
  Object.fromEntries(form.fields.map((input) => [input.name, inputValue(input, answers)]))

/** Where a parcel goes must be said in full; not everywhere are there states and postal codes. */
const requiredAddressMembers = ['name', 'line1', 'city', 'country'] as const

const fault = (type: ErrorType, field: string, details?: Fault['details']): Fault =>
  details === undefined ? { type, field } : { type, field, details }

/** Everything that is wrong with what the shopper answered, by the paths of a try's body. */
export const validateAnswers = (form: CheckoutForm, answers: Answers): Fault[] => {
  const email = answers.email.trim()
  return [
    ...(email === '' && form.email === 'required' ? [fault('required', 'answers.email')] : []),
    ...(email !== '' && !isEmail(email) ? [fault('format_invalid', 'answers.email', { format: 'email address' })] : []),
    ...(form.shipping
      ? requiredAddressMembers
          .filter((member) => !answers.shipTo?.[member]?.trim())
          .map((member) => fault('required', `answers.shipTo.${member}`))
      : []),
    ...form.fields.flatMap((input) => {
      const found = input.type === 'hidden' ? null : validateInput(input, inputValue(input, answers))
      return found === null ? [] : [{ ...found, field: `answers.fields.${input.name}` }]
    }),
  ].sort(byPath)
}
