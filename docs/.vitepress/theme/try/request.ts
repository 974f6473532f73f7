/** A path or query parameter, or header, of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly example?: unknown
}

/** A request body to begin with. */
export interface Example {
  readonly title: string
  readonly body: unknown
  /** Names of members that the reader fills in, such as the id of a payment of their own. */
  readonly blanks: readonly string[]
}

/** An operation of the API as in docs/reference/api/operations.json. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly examples: readonly Example[]
}

/** The values that a form starts with: none, since the ids of examples are not those of the reader's account. */
export const initialValues = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(parameters.map(({ name }) => [name, '']))

/** The first of some members that is an empty text in a body, at any depth. */
const emptyMember = (body: unknown, names: readonly string[]): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [name, value] of Object.entries(body)) {
    const found = value === '' && names.includes(name) ? name : emptyMember(value, names)
    if (found !== undefined) return found
  }
  return undefined
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new Error(`The body is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
}

export interface Sent {
  readonly path: string
  readonly init: RequestInit
}

/**
 * The request for the values of a form.
 *
 * @param body JSON, or empty for none
 * @throws Error with a message for the reader if a required parameter or a blank of the body is empty, or the body is not JSON
 */
export const toRequest = (
  { method, path, parameters, examples }: Operation,
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
  if (hasBody) {
    const empty = emptyMember(
      parse(body),
      examples.flatMap(({ blanks }) => blanks),
    )
    if (empty !== undefined) throw new Error(`Enter ${empty} in the request body.`)
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
