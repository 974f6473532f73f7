/** Reads a member by its path. Undefined if a part of the path is missing. */
export const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null | undefined)?.[step], value)

const parsePlaceholder = (text: string) => {
  const [, asNumber, name = '', path] = /^(number )?([^.]+)\.?(.*)$/.exec(text) ?? []
  return { asNumber: asNumber !== undefined, name, path: path ? path.split('.') : [] }
}

/**
 * Fills in placeholders: `{{name.path}}` is a member of an earlier response. A text that is one placeholder gets the type of its value;
 * `{{number name.path}}` is converted to a number.
 */
export const fillPlaceholders = <T>(template: T, values: ReadonlyMap<string, unknown>): T => {
  const valueOf = (placeholder: string): unknown => {
    const { asNumber, name, path } = parsePlaceholder(placeholder)
    const value = memberAt(values.get(name), path)
    if (value === undefined) throw new Error(`No earlier response has {{${placeholder}}}.`)
    return asNumber ? Number(value) : value
  }
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]))
    if (typeof value !== 'string') return value
    const whole = /^\{\{([^}]+)\}\}$/.exec(value)?.[1]
    return whole === undefined
      ? value.replace(/\{\{([^}]+)\}\}/g, (_all, placeholder: string) => String(valueOf(placeholder)))
      : valueOf(whole)
  }
  return fill(template) as T
}

/** The names of the responses that the placeholders of a template read. */
export const placeholderNames = (template: unknown): readonly string[] => [
  ...new Set(
    [...JSON.stringify(template ?? null).matchAll(/\{\{([^}]+)\}\}/g)].map(
      ([, text = '']) => parsePlaceholder(text).name,
    ),
  ),
]

/** Values for placeholders: the members of a JSON response, `next` of its Link header, or the data block of a checkout page. */
export const placeholderValues = ({ text, headers }: { readonly text: string; readonly headers: Headers }): unknown => {
  const page = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(text)?.[1]
  if (page !== undefined) return JSON.parse(page)
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const isJson = text !== '' && /json/.test(headers.get('content-type') ?? '')
  return { ...(isJson && JSON.parse(text)), ...(next !== undefined && { next: next.replace(/^https?:\/\/[^/]+/, '') }) }
}
