/** A path or query parameter, or header, of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly example?: unknown
}

/** An operation of the API as in docs/reference/api/operations.json. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly examples: readonly { readonly title: string; readonly body: unknown }[]
}

/** A new key for each operation that a reader sends: repeated clicks are separate requests. */
const valueOf = (name: string, example: unknown): string => {
  if (name.toLowerCase() === 'idempotency-key') return crypto.randomUUID()
  return example === undefined || example === null ? '' : String(example)
}

/** The values that a form starts with: examples of required parameters, and nothing for others. */
export const initialValues = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name, required, example }) => [name, required ? valueOf(name, example) : '']))

export interface Sent {
  readonly path: string
  readonly init: RequestInit
}

/**
 * The request for the values of a form.
 *
 * @param body JSON, or empty for none
 * @throws Error with a message for the reader if a required parameter is empty or the body is not JSON
 */
export const toRequest = (
  { method, path, parameters }: Operation,
  values: Readonly<Record<string, string>>,
  body: string,
): Sent => {
  const missing = parameters.find(({ name, required }) => required && !values[name]?.trim())
  if (missing) throw new Error(`Enter ${missing.name}.`)
  const given = parameters.flatMap(({ name, in: place }) => {
    const value = values[name]?.trim()
    return value ? [{ name, place, value }] : []
  })
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    encodeURIComponent(given.find((one) => one.place === 'path' && one.name === name)?.value ?? whole),
  )
  const query = new URLSearchParams(
    given.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value]),
  )
  const headers = Object.fromEntries(
    given.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value]),
  )
  const hasBody = method !== 'GET' && body.trim() !== ''
  if (hasBody)
    try {
      JSON.parse(body)
    } catch (error) {
      throw new Error(`The body is not valid JSON: ${(error as Error).message}`, { cause: error })
    }
  return {
    path: query.size > 0 ? `${filled}?${query}` : filled,
    init: {
      method,
      headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(hasBody && { body }),
    },
  }
}
