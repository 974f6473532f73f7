import type { MemberTexts } from '../schema/memberTexts.ts'

const issued = {
  apiKey: 'The new key, without its secret value.',
  key: 'The secret value, returned only here. Null in the response to a repeated request.',
  warning: 'What a live key cannot do yet, as a sentence. Null if there is no such limit.',
}

/** Texts of API keys. */
export const apiKeyTexts: MemberTexts = {
  ApiKey: {
    id: 'Id of the key.',
    kind: '`secret`: all scopes but those of the team, for servers. `restricted`: the given scopes. `publishable`: creates tokens, for browsers.',
    mode: 'Whether the key works on test data or on real payments.',
    hint: 'The first and last characters of the key, to recognize it.',
    name: 'Your name for the key. Null if you gave none.',
    scopes: 'Scopes of the key: the operations that it can call.',
    allowedOrigins:
      'Origins whose pages may use a publishable key. Null: all origins that the account allows, or another kind of key.',
    created: 'Time when the key was created, RFC 3339 in UTC.',
    expires: 'Time when the key expires or expired, RFC 3339 in UTC. Null if it does not.',
    revoked: 'Time when the key was revoked, RFC 3339 in UTC. Null if it was not.',
    lastUsed: 'Time of the latest request with the key, to the minute, RFC 3339 in UTC. Null if there was none.',
  },
  IssueApiKeyRequest: {
    $as: 'ApiKey',
    name: 'Your name for the key, to recognize it in lists. Null means none.',
    scopes:
      'What the key may do: required for a `restricted` key, at most the scopes of the requesting key. Other kinds take none (400 `unknown_member`).',
    allowedOrigins:
      'Origins whose pages may use a `publishable` key, among those of the account: 1 to 50. Null or absent: all origins of the account. Other kinds take none (400 `unknown_member`).',
  },
  RotateApiKeyRequest: {
    overlapHours:
      'Hours for which the old key still works: at most 168, a week. 0 revokes it at once. Null or absent means 24.',
  },
  issueApiKey: issued,
  listApiKeys: { apiKeys: 'Keys in the mode of the requesting key, newest first, with expired and revoked ones.' },
  revokeApiKey: { apiKey: 'The revoked key.' },
  rotateApiKey: { ...issued, previous: 'The old key, with the time when it expires.' },
}
