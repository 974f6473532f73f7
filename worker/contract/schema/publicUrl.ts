import * as v from 'valibot'
import { decodePunycode } from '../encoding/punycode.ts'
import { fault } from '../errors/fault.ts'
import { isSpecialUseName } from './specialNames.ts'
import { unsafeUrlCharacter } from './urls.ts'

/**
 * Reasons to reject a URL to which the gateway would send requests, such as that of a webhook or processor, against server-side request
 * forgery. A worker can neither resolve a name nor pin the resolved address, so only the text of the URL can be checked. It is checked when
 * it is stored and before every request, since the rules may have become stricter in between. Redirects are not followed, since they would
 * bypass the check.
 */
export const publicUrlErrors = [
  /** Longer than 2048 characters, in the request or in canonical form. */
  'length',
  /** A backslash, white space, control, invisible or broken character, which parsers drop or replace differently. */
  'character',
  /** Not scheme://host, or rejected by the parser. */
  'form',
  /** Not https. */
  'scheme',
  /** A user name or password: it disguises the host, and headers are the place for secrets. */
  'user_information',
  /** A fragment: it is never sent, so two URLs would be the same target. */
  'fragment',
  /** Neither 443 nor 8443. */
  'port',
  /** An IP address in any notation, including public ones: no certificate would prove its owner. */
  'address',
  /** Not a full name of the public DNS: a single label, a trailing dot, a percent sign, an underscore, invalid xn--. */
  'host',
  /** A name that is not on the public web, see specialNames.ts. */
  'special_name',
] as const
export type PublicUrlError = (typeof publicUrlErrors)[number]

export interface PublicUrlRules {
  /** Whether to allow http to localhost, in local development only. */
  readonly allowLocal: boolean
}

const maxLength = 2048

/** Invisible format characters, except the joiners that some scripts need in names, and lone surrogates. */
const invisible = /(?![\u200c\u200d])\p{Cf}|\p{Cs}/u

const anyScheme = /^[a-z][a-z0-9+.-]*:/i
const webScheme = /^https?:/i

/** The scheme and the authority. The parser also accepts https:host and https:///host; this pattern does not. */
const beginning = /^(https?):\/\/([^/?#]+)/i

/** Matches the text before parsing, since the parser would convert 0x7f.1 to 127.0.0.1. */
const localAuthority = /^(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?$/i

const addressHost = /^(?:\[.*|[0-9.]+)$/
const nameHost = /^[a-z0-9.-]{1,253}$/
/** A top-level domain has at least two letters and no digits, unless it is an internationalized one (xn--). */
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/

const isLabel = (label: string): boolean =>
  label.length >= 1 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-')

/** The parsers of workerd and Node accept every xn-- label, others reject invalid ones. Decoding and encoding again detects them. */
const isCanonicalIdn = (host: string): boolean => {
  const labels = host.split('.').map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label))
  return !labels.includes(null) && URL.parse(`https://${labels.join('.')}`)?.hostname === host
}

const isFullName = (host: string): boolean => {
  const labels = host.split('.')
  return (
    nameHost.test(host) &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    topLevel.test(labels.at(-1) ?? '') &&
    isCanonicalIdn(host)
  )
}

const hostFault = (host: string): PublicUrlError | null => {
  if (addressHost.test(host)) return 'address'
  // The trailing dot is removed for this check, since special_name is the more specific reason.
  if (isSpecialUseName(host.replace(/\.$/, ''))) return 'special_name'
  return isFullName(host) ? null : 'host'
}

/** Checks the text before parsing, since the parser repairs it silently. */
const textFault = (text: string, { allowLocal }: PublicUrlRules): PublicUrlError | null => {
  if (text.length > maxLength) return 'length'
  if (unsafeUrlCharacter.test(text) || invisible.test(text)) return 'character'
  if (anyScheme.test(text) && !webScheme.test(text)) return 'scheme'
  const [, scheme = '', authority = ''] = beginning.exec(text) ?? []
  if (authority === '') return 'form'
  if (authority.includes('@')) return 'user_information'
  if (scheme.toLowerCase() === 'http' && !(allowLocal && localAuthority.test(authority))) return 'scheme'
  if (text.includes('#')) return 'fragment'
  return authority.includes('%') ? 'host' : null
}

/** Checks the parsed URL. http is possible only for localhost, after the check of the text. */
const parsedFault = (url: URL): PublicUrlError | null => {
  if (url.href.length > maxLength) return 'length'
  if (url.protocol === 'http:') return null
  if (url.port !== '' && url.port !== '8443') return hostFault(url.hostname) ?? 'port'
  return hostFault(url.hostname)
}

type CheckResult = { readonly fault: PublicUrlError } | { readonly fault: null; readonly href: string }

const check = (text: string, rules: PublicUrlRules): CheckResult => {
  const inText = textFault(text, rules)
  if (inText !== null) return { fault: inText }
  const url = URL.parse(text)
  if (url === null) return { fault: 'form' }
  const fault = parsedFault(url)
  return fault === null ? { fault, href: url.href } : { fault }
}

/** The reason to reject a URL; null if it is allowed. */
export const findPublicUrlError = (text: string, rules: PublicUrlRules): PublicUrlError | null =>
  check(text, rules).fault

/**
 * The canonical form of a URL, which is stored, compared and fetched: lower-case host in ASCII, no default port, no dot segments. Null if
 * the URL is not allowed, so that no other URL can be fetched.
 */
export const canonicalizePublicUrl = (text: string, rules: PublicUrlRules): string | null => {
  const result = check(text, rules)
  return result.fault === null ? result.href : null
}

const jsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength,
  description:
    'Absolute https URL on port 443 or 8443 with a public host name. IP addresses, user information and fragments are not allowed.',
} as const

const notAllowed = (reason: PublicUrlError | 'path'): string => fault('url_not_allowed', { reason })

/**
 * A URL to which the gateway sends requests. The output is its canonical form.
 *
 * The schema allows http to localhost, since it does not have the environment's configuration. The domain checks the URL again with the
 * rules of the environment. Errors: length_invalid, url_not_allowed with the reason.
 */
export const publicUrl = () =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maxLength),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = check(dataset.value, { allowLocal: true })
      if (result.fault === null) return result.href
      addIssue({ message: notAllowed(result.fault) })
      return NEVER
    }),
    v.metadata({ jsonSchema }),
  )

/** Such a URL without a path. The output is its origin, such as `https://api.example.com`. Another reason is `path`. */
export const publicOrigin = () =>
  v.pipe(
    publicUrl(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { origin, pathname, search } = new URL(dataset.value)
      if (pathname === '/' && search === '') return origin
      addIssue({ message: notAllowed('path') })
      return NEVER
    }),
    v.metadata({ jsonSchema: { ...jsonSchema, description: `${jsonSchema.description} Without a path.` } }),
  )
