/** JSON as a page prints it. `…` stands for anything: a whole value, the rest of a string, or further members and items. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const anything = '…'

/** Parses the JSON of a page, in which a bare `…` is allowed. @throws SyntaxError */
export const parseExpected = (text: string): Json => {
  const strings = /"(?:[^"\\]|\\.)*"|…/g
  const quoted = text.replaceAll(strings, (found, at: number) => {
    if (found !== anything) return found
    const before = text.slice(0, at).trimEnd().at(-1)
    const after = text.slice(at + 1).trimStart()[0]
    return after === '}' && (before === ',' || before === '{') ? '"…": true' : '"…"'
  })
  return JSON.parse(quoted) as Json
}

/** The last JSON object or array in the output of a command, and null if there is none. */
export const lastJson = (output: string): Json => {
  const starts = [...output.matchAll(/^[{[]/gm)].map(({ index }) => index)
  for (const start of starts) {
    // The first start that parses to the end is the outermost one.
    const rest = output.slice(start).trimEnd()
    for (let end = rest.length; end > 0; end = rest.lastIndexOf('\n', end - 1)) {
      const parsed = tryParse(rest.slice(0, end))
      if (parsed !== undefined) {
        const later = end < rest.length ? lastJson(rest.slice(end)) : null
        return later ?? parsed
      }
    }
  }
  return null
}

const tryParse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Members whose text a page must quote exactly: a reader compares them. */
const exact = new Set(['approved', 'status', 'responseCode', 'responseText', 'type', 'network', 'kind', 'mode', 'live'])

/** Forms of text. An id in another form than the real one misleads its reader. */
const forms: readonly RegExp[] = [
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  /^\d{4}-\d\d-\d\d$/,
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^[\da-f]{32}$/,
  /^https?:/,
]

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const formOf = (text: string): number => forms.findIndex((form) => form.test(text))

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const differencesOfText = (expected: string, actual: string, path: string): string[] => {
  const name = path.replace(/^.*[.\]]/, '')
  if (expected.includes(anything)) {
    const pattern = expected.split(anything).map(escapeRegExp).join('.*')
    return new RegExp(`^${pattern}$`, 's').test(actual) ? [] : [`${path} is "${actual}", not "${expected}"`]
  }
  if (exact.has(name) && expected !== actual) return [`${path} is "${actual}", not "${expected}"`]
  return formOf(expected) === formOf(actual) ? [] : [`${path} has another form: "${actual}", not "${expected}"`]
}

const differencesOfArrays = (expected: Json[], actual: Json[], path: string): string[] => {
  const items = expected.filter((item) => item !== anything)
  const isOpen = items.length < expected.length
  if (isOpen ? actual.length < items.length : actual.length !== items.length)
    return [`${path} has ${actual.length} items, not ${items.length}`]
  return items.flatMap((item, index) => differences(item, actual[index]!, `${path}[${index}]`))
}

const differencesOfObjects = (
  expected: { [name: string]: Json },
  actual: { [name: string]: Json },
  path: string,
): string[] => {
  const names = Object.keys(expected).filter((name) => name !== anything)
  const missing = names.filter((name) => !Object.hasOwn(actual, name))
  const others = anything in expected ? [] : Object.keys(actual).filter((name) => !Object.hasOwn(expected, name))
  return [
    ...missing.map((name) => `${path}.${name} is not in the answer`),
    ...others.map((name) => `${path}.${name} is not on the page; write it, or … as the last member`),
    ...names
      .filter((name) => Object.hasOwn(actual, name))
      .flatMap((name) => differences(expected[name]!, actual[name]!, `${path}.${name}`)),
  ]
}

/**
 * How a real answer differs from the one on a page: in members, types and forms, and in the value of what a reader compares. Ids, times and
 * amounts may differ.
 */
export const differences = (expected: Json, actual: Json, path = ''): string[] => {
  if (expected === anything) return []
  if (typeOf(expected) !== typeOf(actual))
    return [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`]
  if (typeof expected === 'string') return differencesOfText(expected, actual as string, path)
  if (typeof expected === 'boolean' || (typeof expected === 'number' && exact.has(path.replace(/^.*\./, ''))))
    return expected === actual ? [] : [`${path} is ${String(actual)}, not ${String(expected)}`]
  if (Array.isArray(expected)) return differencesOfArrays(expected, actual as Json[], path)
  if (expected !== null && typeof expected === 'object')
    return differencesOfObjects(expected, actual as { [name: string]: Json }, path)
  return []
}

/** `transactionId` -> `TRANSACTION_ID`. */
const variableName = (member: string): string => member.replaceAll(/[A-Z]/g, '_$&').toUpperCase()

const isObject = (value: Json): value is { [name: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The members whose names can be variables. */
const membersOf = (object: { [name: string]: Json }): [string, Json][] =>
  Object.entries(object).filter(([name]) => /^[a-z][A-Za-z\d]*$/.test(name))

/** Members that are text or numbers, as variables. */
const valuesOf = (members: readonly (readonly [string, Json])[], prefix = ''): [string, string][] =>
  members
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => [prefix + variableName(name), String(value)])

/**
 * The shell variables of an answer: its members that are text or numbers, and those of the resources in it. ID is the `id` of the one customer
 * in `customers`: of a list the first item counts, and of equal names the outermost. Members of an object also have its name: WEBHOOK_ID.
 */
export const variablesOf = (answer: Json): Record<string, string> => {
  if (Array.isArray(answer)) return variablesOf(answer[0] ?? null)
  if (!isObject(answer)) return {}
  const members = membersOf(answer)
  const inner = members.toReversed().map(([, value]) => variablesOf(value))
  const named = members.flatMap(([name, value]) =>
    isObject(value) ? valuesOf(membersOf(value), `${variableName(name)}_`) : [],
  )
  return Object.assign({}, ...inner, Object.fromEntries([...named, ...valuesOf(members)])) as Record<string, string>
}
