import * as v from 'valibot'
import { auditActions, resourceActions, teamActions } from '../accounts/audit.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { parseQueryEnd, parseQueryInstant } from '../schema/instant.ts'
import { pagingEntries, pagingParameters, rejectAliases, toPage } from '../schema/paging.ts'
import { commaSeparated, queryParameter } from '../schema/parameters.ts'
import { actor } from './actor.ts'

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The id of a key, or the name of a part of the gateway such as `background work`. */
const actorPattern = '^[0-9A-Za-z :_-]{1,100}$'

/**
 * Query of the list of audit entries: filters and page. `query` has the filters as text, for the Link header.
 *
 * Errors: query_invalid.
 */
const auditSearch = () =>
  v.pipe(
    v.object({
      action: commaSeparated(auditActions),
      actor: queryParameter((text) => (new RegExp(actorPattern).test(text) ? text : undefined), {
        type: 'string',
        pattern: actorPattern,
      }),
      from: queryParameter((text) => parseQueryInstant(text)?.ms, { type: 'string' }),
      to: queryParameter(parseQueryEnd, { type: 'string' }),
      ...pagingEntries(),
    }),
    rejectAliases(),
    v.transform(({ action, actor, from, to, ...page }) => ({
      filters: { action, actor, from, to },
      page: toPage(page),
      query: {
        ...(action && { action: action.join(',') }),
        ...(actor !== undefined && { actor }),
        ...(from !== undefined && { from: isoTime(from) }),
        ...(to !== undefined && { to: isoTime(to) }),
      },
    })),
  )
export type AuditSearch = v.InferOutput<ReturnType<typeof auditSearch>>
export type AuditFilters = AuditSearch['filters']

export const auditEntry = () =>
  v.object({
    id: v.string(),
    at: v.string(),
    actor: actor(),
    requestId: v.nullable(v.string()),
    action: v.picklist(auditActions),
    detail: v.record(v.string(), v.unknown()),
  })

export const listAuditEntries = endpoint({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/v1/audit',
  tag: 'Audit',
  scope: 'audit:read',
  errorFormat: 'envelope',
  list: { counted: false },
  query: auditSearch(),
  response: envelope({ entries: v.array(auditEntry()) }),
  extension: true,
})

export const auditEndpoints = [listAuditEntries] as const

const asCode = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')

export const auditDocumentation = (): Documentation => ({
  listAuditEntries: {
    summary: 'List audit entries',
    description:
      'Returns who changed what in the account, newest first. An entry must match all filters. Entries belong to the account, so a key of either mode reads those of both. Entries do not store a mode: the key that made the change has one, and the `detail` of some actions names it. Entries are never changed or deleted, except that personal data in them is redacted when a customer is erased.',
    parameters: {
      action: `Action of the entry. One or more values, separated by commas. Changes: ${asCode(resourceActions)}. People at the console: ${asCode(teamActions)}.`,
      actor: 'Id of the API key that made the change, or the id of another actor as in `actor.id`.',
      from: 'Earliest time: a date (its midnight in UTC) or a date-time of RFC 3339.',
      to: 'Latest time, exclusive. A date without a time includes the whole day.',
      ...pagingParameters,
    },
  },
})
