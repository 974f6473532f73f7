import { SluiceWebhookError } from './webhookError.ts'

/** Headers of a request: `Headers`, Node's `request.headers`, or an object of names and values. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

const valuesOf = (headers: ReceivedHeaders, name: string): readonly string[] => {
  if (typeof headers.get === 'function') {
    const value = headers.get(name)
    return value === null ? [] : [value]
  }
  return Object.entries(headers)
    .filter(([given]) => given.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
}

/**
 * The value of a header that occurs once.
 *
 * @throws {SluiceWebhookError} if it is missing or repeated. Platforms join repeated headers with a comma, which no webhook header contains.
 */
export const onlyValue = (headers: ReceivedHeaders, name: string): string => {
  const values = valuesOf(headers, name)
  const [value = ''] = values
  if (values.length > 1 || value.includes(', ')) throw new SluiceWebhookError('header_invalid')
  if (value === '') throw new SluiceWebhookError('header_missing')
  return value
}
