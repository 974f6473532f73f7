import type { IncomingHttpHeaders } from 'node:http'

/** The values of a page's headers that the build leaves open. */
export type Places = {
  /** The nonce of the response; null if the policy has none. */
  nonce: string | null
  /** The sources of frame-ancestors. */
  ancestors: readonly string[]
}

/** Headers that change what may run, load or be cached, and that no payment page has. */
const foreign = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'clear-site-data',
  'content-security-policy-report-only',
  'document-policy',
  'link',
  'location',
  'refresh',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'sourcemap',
  'x-powered-by',
] as const

const origin = /^https?:\/\/[a-z0-9.\-[\]:]+$/
/** At least 128 bits. */
const nonce = /^[A-Za-z0-9+/]{22}==$/

const read = (policy: string): [name: string, sources: string[]][] =>
  policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name)
    .map(([name = '', ...sources]) => [name.toLowerCase(), sources])

/** The nonce of a policy, or null. */
const nonceOf = (policy: string): string | null => /'nonce-([^']+)'/.exec(policy)?.[1] ?? null

const ancestorsOf = (policy: string): string[] => read(policy).find(([name]) => name === 'frame-ancestors')?.[1] ?? []

/** The largest number of origins of a placeholder that may be absent: of logo, favicon and up to 200 items, and of a font. */
const optionalOrigins: Readonly<Record<string, number>> = { '{images}': 202, '{font}': 1 }

/** Whether sources are valid for a placeholder. */
const fits = (place: string, sources: readonly string[]): boolean => {
  const most = optionalOrigins[place]
  if (most !== undefined)
    return sources.length > 0 && sources.length <= most && sources.every((one) => origin.test(one))
  return ["'none'", '*'].includes(sources.join(' ')) || (sources.length > 0 && sources.every((one) => origin.test(one)))
}

const faultsOfDirective = (name: string, built: readonly string[], sent: readonly string[]): string[] => {
  const [place = ''] = built
  if (place.startsWith('{'))
    return fits(place, sent)
      ? []
      : [`Content-Security-Policy: ${name} is "${sent.join(' ')}", which is not a list of origins`]
  const added = sent.filter((source) => !built.includes(source))
  const gone = built.filter((source) => !sent.includes(source))
  return [
    ...added.map((source) => `Content-Security-Policy: ${name} has the extra source ${source}`),
    ...gone.map((source) => `Content-Security-Policy: ${name} lacks ${source}`),
  ]
}

/**
 * The differences of a Content-Security-Policy from the build.
 *
 * @param built as the build lists it, with placeholders in braces
 */
export const faultsOfPolicy = (built: string, sent: string): string[] => {
  const given = nonceOf(sent)
  const expected = new Map(read(given === null ? built : built.replaceAll('{nonce}', given)))
  const found = read(sent)
  const names = found.map(([name]) => name)
  return [
    ...(built.includes('{nonce}') && !nonce.test(given ?? '')
      ? ['Content-Security-Policy: its nonce is not one of 128 random bits']
      : []),
    ...[...expected]
      .filter(([name, sources]) => !names.includes(name) && !Object.hasOwn(optionalOrigins, sources[0] ?? ''))
      .map(([name]) => `Content-Security-Policy: ${name} is missing`),
    ...found.flatMap(([name, sources], index) => {
      if (names.indexOf(name) !== index) return [`Content-Security-Policy: ${name} is repeated`]
      const sourcesBuilt = expected.get(name)
      return sourcesBuilt === undefined
        ? [`Content-Security-Policy: ${[name, ...sources].join(' ')} was added`]
        : faultsOfDirective(name, sourcesBuilt, sources)
    }),
  ]
}

/**
 * The differences of a page's headers from the build, one sentence each.
 *
 * @param built as the build lists them, with placeholders in braces
 */
export const faultsOfHeaders = (built: Readonly<Record<string, string>>, sent: IncomingHttpHeaders): string[] => {
  const given = nonceOf(String(sent['content-security-policy'] ?? '')) ?? ''
  return [
    ...Object.entries(built).flatMap(([name, value]) => {
      const found = sent[name]
      if (found === undefined) return [`the header ${name} is missing`]
      if (name === 'content-security-policy') return faultsOfPolicy(value, String(found))
      const expected = value.replaceAll('{nonce}', given)
      return found === expected ? [] : [`the header ${name} is "${String(found)}" instead of "${expected}"`]
    }),
    ...foreign
      .filter((name) => sent[name] !== undefined && !Object.hasOwn(built, name))
      .map((name) => `the header ${name} was added: "${String(sent[name])}"`),
  ]
}

/** Reads the values that the build leaves open. */
export const placesOf = (sent: IncomingHttpHeaders): Places => {
  const policy = String(sent['content-security-policy'] ?? '')
  return { nonce: nonceOf(policy), ancestors: ancestorsOf(policy) }
}
