import * as v from 'valibot'
import { repaired } from '../schema/urls.ts'
import { fault } from '../errors/fault.ts'
import { decodePunycode } from '../encoding/punycode.ts'
import { isSpecialName } from './specialNames.ts'

/**
 * Where webhooks may be delivered. A worker can neither resolve a name nor hold on to what it resolved to, so the address as it is
 * written is all that can be judged: whoever registers it chooses where our requests go. It is asked at registration and again at
 * every attempt, since rules may have become stricter in between. Redirects are not followed, or the target would choose again.
 */
export const webhookUrlFaults = [
  /** Longer than 2048 characters, as it was sent or as it is stored. */
  'length',
  /** A backslash, white space, control, invisible or broken character: parsers drop or replace these, each in its own way. */
  'character',
  /** Not scheme://host, or not what the parser takes. */
  'form',
  /** Not https. */
  'scheme',
  /** A user name or password: it would hide the host from a reader, and secrets have headers. */
  'user_information',
  /** A fragment: it is never sent, so two registrations would be one target. */
  'fragment',
  /** Neither 443 nor 8443. */
  'port',
  /** An IP address, however spelled. Public ones too: no name, no certificate that says whose it is. */
  'address',
  /** Not a full name of the public DNS: one label alone, a dot at the end, a percent sign, an underscore, xn-- that is none. */
  'host',
  /** A name that is not for the public web, see specialNames.ts. */
  'special_name',
] as const
export type WebhookUrlFault = (typeof webhookUrlFaults)[number]

export interface WebhookUrlRules {
  /** Whether http to this machine passes, too: in local runs alone. */
  readonly allowLocal: boolean
}

const longest = 2048

/** Format characters (but joiners, which some scripts need in names) show nothing, and halves of a character are no text. */
const invisible = /(?![\u200c\u200d])\p{Cf}|\p{Cs}/u

const anyScheme = /^[a-z][a-z0-9+.-]*:/i
const webScheme = /^https?:/i

/** The scheme, and what stands for user, host and port. A parser reads https:host and https:///host alike; we do not. */
const beginning = /^(https?):\/\/([^/?#]+)/i

/** As written, not as parsed: a parser finds 127.0.0.1 in 0x7f.1 as well. */
const localAuthority = /^(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?$/i

const addressHost = /^(?:\[.*|[0-9.]+)$/
const nameHost = /^[a-z0-9.-]{1,253}$/
/** No top level of the public DNS has one letter alone, or digits, unless it is a name of other letters in disguise. */
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/

const isLabel = (label: string): boolean =>
  label.length >= 1 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-')

/** The parsers of workerd and Node take any label in xn--, others refuse one that stands for no name. So it is read and written again. */
const standsForItself = (host: string): boolean => {
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
    standsForItself(host)
  )
}

const hostFault = (host: string): WebhookUrlFault | null => {
  if (addressHost.test(host)) return 'address'
  // A name with a dot at its end is judged without it first, so that the graver reason is said.
  if (isSpecialName(host.replace(/\.$/, ''))) return 'special_name'
  return isFullName(host) ? null : 'host'
}

/** What is wrong with how it is written, before a parser repairs it. */
const writtenFault = (text: string, { allowLocal }: WebhookUrlRules): WebhookUrlFault | null => {
  if (text.length > longest) return 'length'
  if (repaired.test(text) || invisible.test(text)) return 'character'
  if (anyScheme.test(text) && !webScheme.test(text)) return 'scheme'
  const [, scheme = '', authority = ''] = beginning.exec(text) ?? []
  if (authority === '') return 'form'
  if (authority.includes('@')) return 'user_information'
  if (scheme.toLowerCase() === 'http' && !(allowLocal && localAuthority.test(authority))) return 'scheme'
  if (text.includes('#')) return 'fragment'
  return authority.includes('%') ? 'host' : null
}

/** What is wrong with what was parsed. http is here only where `writtenFault` has found this machine. */
const parsedFault = (url: URL): WebhookUrlFault | null => {
  if (url.href.length > longest) return 'length'
  if (url.protocol === 'http:') return null
  if (url.port !== '' && url.port !== '8443') return hostFault(url.hostname) ?? 'port'
  return hostFault(url.hostname)
}

type Judged = { readonly fault: WebhookUrlFault } | { readonly fault: null; readonly href: string }

const judge = (text: string, rules: WebhookUrlRules): Judged => {
  const written = writtenFault(text, rules)
  if (written !== null) return { fault: written }
  const url = URL.parse(text)
  if (url === null) return { fault: 'form' }
  const fault = parsedFault(url)
  return fault === null ? { fault, href: url.href } : { fault }
}

/** Why a webhook may not be delivered there; null where it may. */
export const webhookUrlFault = (text: string, rules: WebhookUrlRules): WebhookUrlFault | null =>
  judge(text, rules).fault

/**
 * The one spelling of an address that is stored, compared and fetched, as our own parser prints it: lower-case host in ASCII, no port
 * where it is the usual one, no dot segments. null where a webhook may not be delivered there, so that nothing else can be fetched.
 */
export const canonicalWebhookUrl = (text: string, rules: WebhookUrlRules): string | null => {
  const judged = judge(text, rules)
  return judged.fault === null ? judged.href : null
}

/**
 * A member that says where webhooks go. It comes out in its canonical form.
 *
 * The contract knows nothing of where it runs, so http to this machine passes here; whether it may be used is for the environment to
 * say, by `webhookUrlFault` once more. Errors: length_invalid, url_not_allowed with the reason.
 */
export const webhookUrl = () =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(longest),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const judged = judge(dataset.value, { allowLocal: true })
      if (judged.fault === null) return judged.href
      addIssue({ message: notAllowed(judged.fault) })
      return NEVER
    }),
    v.metadata({
      jsonSchema: {
        type: 'string',
        minLength: 1,
        maxLength: longest,
        description:
          'Absolute https address on port 443 or 8443, with a public host name: no IP address, no user information, no fragment.',
      },
    }),
  )

const notAllowed = (reason: WebhookUrlFault): string => fault('url_not_allowed', { reason })
