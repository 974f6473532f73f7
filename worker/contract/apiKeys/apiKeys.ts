import * as v from 'valibot'
import { origin } from '../schema/urls.ts'
import { envelope } from '../errors/envelope.ts'
import { endpoint, scopes } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { identifier, nullable, text } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'

const tag = 'API keys'

export const apiKeyKinds = ['secret', 'publishable', 'restricted'] as const
export type ApiKeyKind = (typeof apiKeyKinds)[number]

/** `internal` opens what belongs to whoever runs the gateway: no key gives it away. */
const grantable = scopes.filter((scope) => scope !== 'internal')

/** What each kind alone takes: chosen scopes narrow a restricted key, origins a publishable one. */
const kindOfMember = { scopes: 'restricted', allowedOrigins: 'publishable' } as const

/** Members that the kind does not take are errors, not ignored: whoever sent them believes the key to be narrower than it is. */
const membersOfKind = <T extends { kind: ApiKeyKind } & { [name in keyof typeof kindOfMember]?: unknown }>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    const complain = (key: keyof typeof kindOfMember, type: 'required' | 'unknown_member') =>
      addIssue({
        message: fault(type),
        path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }],
      })
    for (const member of ['scopes', 'allowedOrigins'] as const)
      if (value[member] != null && value.kind !== kindOfMember[member]) complain(member, 'unknown_member')
    if (value.kind === 'restricted' && value.scopes == null) complain('scopes', 'required')
  })

/** An API key as it is listed: all but the key itself. Times are RFC 3339 in UTC. */
export const apiKey = () =>
  v.object({
    id: v.string(),
    kind: v.picklist(apiKeyKinds),
    mode: v.picklist(['test', 'live']),
    hint: v.string(),
    name: v.nullable(v.string()),
    scopes: v.array(v.picklist(scopes)),
    allowedOrigins: v.nullable(v.array(v.string())),
    created: v.string(),
    expires: v.nullable(v.string()),
    revoked: v.nullable(v.string()),
    lastUsed: v.nullable(v.string()),
  })

const ofKey = () => object({ id: identifier() })

export const issueApiKey = endpoint({
  name: 'issueApiKey',
  method: 'POST',
  path: '/v1/apikeys',
  tag,
  scope: 'keys:admin',
  regime: 'envelope',
  body: v.pipe(
    object({
      kind: v.picklist(apiKeyKinds),
      name: nullable(text(1, 100)),
      scopes: nullable(
        v.pipe(
          v.array(v.picklist(grantable)),
          v.minLength(1),
          v.transform((chosen) => [...new Set(chosen)]),
        ),
      ),
      allowedOrigins: nullable(v.pipe(v.array(origin()), v.minLength(1), v.maxLength(50))),
    }),
    membersOfKind(),
  ),
  answer: envelope({ apiKey: apiKey(), key: v.nullable(v.string()), warning: v.nullable(v.string()) }),
  secretMembers: ['key'],
  extension: true,
})
export type IssueApiKey = v.InferOutput<NonNullable<typeof issueApiKey.body>>

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/apikeys',
  tag,
  scope: 'keys:admin',
  regime: 'envelope',
  query: paging(),
  answer: envelope({ apiKeys: v.array(apiKey()) }),
  extension: true,
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/v1/apikeys/{id}',
  tag,
  scope: 'keys:admin',
  regime: 'envelope',
  params: ofKey(),
  answer: envelope({ apiKey: apiKey() }),
  extension: true,
})

export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  method: 'POST',
  path: '/v1/apikeys/{id}/rotate',
  tag,
  scope: 'keys:admin',
  regime: 'envelope',
  params: ofKey(),
  body: object({ overlapHours: v.nullish(int32(0, 168), 24) }),
  answer: envelope({
    apiKey: apiKey(),
    key: v.nullable(v.string()),
    previous: apiKey(),
    warning: v.nullable(v.string()),
  }),
  secretMembers: ['key'],
  extension: true,
})
export type RotateApiKey = v.InferOutput<NonNullable<typeof rotateApiKey.body>>

export const apiKeyEndpoints = [issueApiKey, listApiKeys, revokeApiKey, rotateApiKey] as const

export const apiKeyDocumentation = (): Documentation => ({
  issueApiKey: {
    summary: 'Issue an API key',
    description:
      'Of the mode of the key that asks. `key` is shown this once. A restricted key has the `scopes` that are chosen, a publishable one may be narrowed to pages of `allowedOrigins`; no key gets a scope that the key that asks does not have. `warning` says what a live key cannot do yet.',
  },
  listApiKeys: {
    summary: 'List API keys',
    description:
      'Those of the account in the mode of the key that asks, newest first, expired and revoked ones included.',
    parameters: pagingParameters,
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description:
      'It stops at once in test mode, and within 10 seconds in live mode, where keys are remembered so long. A key may revoke itself.',
  },
  rotateApiKey: {
    summary: 'Replace an API key',
    description:
      'A new key of the same kind, scopes and origins, shown this once as `key`. The old one, `previous`, works for `overlapHours` more (24 unless you say otherwise; 0 ends it as a revocation does), and every answer to it says until when in the header `X-Api-Key-Expires`. A key is rotated once, and only by a key that has all of its scopes.',
  },
})
