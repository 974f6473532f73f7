import * as v from 'valibot'
import { origin } from '../schema/urls.ts'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { identifier, nullable, text } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { grantableScopes, scopeRules, scopes } from '../scopes.ts'

const tag = 'API keys'

export const apiKeyKinds = ['secret', 'publishable', 'restricted'] as const
export type ApiKeyKind = (typeof apiKeyKinds)[number]

/** The kind of key that accepts each member: scopes narrow a restricted key, origins a publishable one. */
const kindOfMember = { scopes: 'restricted', allowedOrigins: 'publishable' } as const

/** Rejects members that the kind does not accept. Ignoring them would create a key that is broader than the client intended. */
const membersOfKind = <T extends { kind: ApiKeyKind } & { [name in keyof typeof kindOfMember]?: unknown }>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    const addFault = (key: keyof typeof kindOfMember, type: 'required' | 'unknown_member') =>
      addIssue({
        message: fault(type),
        path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }],
      })
    for (const member of ['scopes', 'allowedOrigins'] as const)
      if (value[member] != null && value.kind !== kindOfMember[member]) addFault(member, 'unknown_member')
    if (value.kind === 'restricted' && value.scopes == null) addFault('scopes', 'required')
  })

/** An API key without its secret value. Times are RFC 3339 in UTC. */
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

const keyParams = () => object({ id: identifier() })

export const issueApiKey = endpoint({
  name: 'issueApiKey',
  method: 'POST',
  path: '/v1/apikeys',
  tag,
  scope: 'keys:admin',
  freshPasskey: true,
  quotas: ['apiKeys'],
  errorFormat: 'envelope',
  body: v.pipe(
    object({
      kind: v.picklist(apiKeyKinds),
      name: nullable(text(1, 100)),
      scopes: nullable(
        v.pipe(
          v.array(v.picklist(grantableScopes)),
          v.minLength(1),
          v.transform((scopes) => [...new Set(scopes)]),
        ),
      ),
      allowedOrigins: nullable(v.pipe(v.array(origin()), v.minLength(1), v.maxLength(50))),
    }),
    membersOfKind(),
  ),
  response: envelope({ apiKey: apiKey(), key: v.nullable(v.string()), warning: v.nullable(v.string()) }),
  returnedOnce: ['key'],
  extension: true,
})
export type IssueApiKey = v.InferOutput<NonNullable<typeof issueApiKey.body>>

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/apikeys',
  tag,
  scope: 'keys:admin',
  errorFormat: 'envelope',
  list: { counted: false },
  query: paging(),
  response: envelope({ apiKeys: v.array(apiKey()) }),
  extension: true,
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/v1/apikeys/{id}',
  tag,
  scope: 'keys:admin',
  freshPasskey: true,
  errorFormat: 'envelope',
  params: keyParams(),
  response: envelope({ apiKey: apiKey() }),
  extension: true,
})

export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  method: 'POST',
  path: '/v1/apikeys/{id}/rotate',
  tag,
  scope: 'keys:admin',
  freshPasskey: true,
  quotas: [],
  errorFormat: 'envelope',
  params: keyParams(),
  body: object({ overlapHours: v.nullish(int32(0, 168), 24) }),
  response: envelope({
    apiKey: apiKey(),
    key: v.nullable(v.string()),
    previous: apiKey(),
    warning: v.nullable(v.string()),
  }),
  returnedOnce: ['key'],
  extension: true,
})
export type RotateApiKey = v.InferOutput<NonNullable<typeof rotateApiKey.body>>

export const apiKeyEndpoints = [issueApiKey, listApiKeys, revokeApiKey, rotateApiKey] as const

export const apiKeyDocumentation = (): Documentation => ({
  issueApiKey: {
    summary: 'Create an API key',
    description:
      'Creates a key in the mode of the requesting key. `key` is returned only once. A restricted key has the given `scopes`; a publishable key can be limited to the pages of `allowedOrigins`. A key cannot grant scopes that it does not have. Secret keys have all scopes but those of the team, which only restricted keys have that name them. `warning` describes what a live key cannot do yet.\n\nScopes:\n\n' +
      grantableScopes.map((scope) => `- \`${scope}\`: ${scopeRules[scope].text}.`).join('\n'),
  },
  listApiKeys: {
    summary: 'List API keys',
    description:
      'Returns the keys of the account in the mode of the requesting key, newest first, including expired and revoked keys.',
    parameters: pagingParameters,
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description:
      'Takes effect at once in test mode and within 10 seconds in live mode, where keys are cached for that time. A key can revoke itself.',
  },
  rotateApiKey: {
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same kind, scopes and origins, and returns it only once as `key`. The old key, `previous`, keeps working for `overlapHours` (default 24; 0 revokes it). Responses to the old key have its expiry in the header `X-Api-Key-Expires`.\n\nA key can be rotated once, and only by a key that has all of its scopes.',
  },
})
