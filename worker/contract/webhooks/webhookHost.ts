import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { canonicalizePublicUrl, findPublicUrlError } from '../schema/publicUrl.ts'
import type { PublicUrlError, PublicUrlRules } from '../schema/publicUrl.ts'

const maxLength = 253

/** Ends the authority of a URL, or begins its port. Without these characters a text can only be the host. */
const notInHost = /[/?#:\\]/

/** The URLs that a host occurs in: http is for localhost in local development only. */
const urlsOf = (host: string): readonly [string, string] => [`https://${host}/`, `http://${host}/`]

/** The reason to reject the host of webhook URLs, by the rules for URLs; null if it is allowed. */
export const findWebhookHostError = (host: string, rules: PublicUrlRules): PublicUrlError | null => {
  if (host === '' || notInHost.test(host)) return 'form'
  const [https, http] = urlsOf(host)
  return findPublicUrlError(http, rules) === null ? null : findPublicUrlError(https, rules)
}

/** The host of a canonical webhook URL, without its port. */
export const webhookHostOf = (url: string): string => new URL(url).hostname

/** The canonical form of an allowed host: lower case in ASCII. */
export const canonicalizeWebhookHost = (host: string): string => {
  const [https, http] = urlsOf(host)
  const rules = { allowLocal: true }
  return webhookHostOf(canonicalizePublicUrl(http, rules) ?? canonicalizePublicUrl(https, rules) ?? https)
}

/**
 * An exact host name of webhook URLs, in any spelling. Wildcards are not allowed: under many suffixes
 * anybody can register a sub-domain.
 *
 * The schema allows localhost, since it does not have the environment's configuration. The domain checks the host again. Errors:
 * length_invalid, url_not_allowed with the reason.
 */
export const webhookHost = () =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maxLength),
    v.rawCheck(({ dataset, addIssue }) => {
      const reason = dataset.typed ? findWebhookHostError(dataset.value, { allowLocal: true }) : null
      if (reason !== null) addIssue({ message: fault('url_not_allowed', { reason }) })
    }),
    v.metadata({
      jsonSchema: {
        type: 'string',
        minLength: 1,
        maxLength,
        description: 'Public host name without scheme, port and wildcard. IP addresses are not allowed.',
      },
    }),
  )
