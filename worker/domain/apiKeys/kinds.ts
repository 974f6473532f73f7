import type { ApiKeyKind } from '#contract/apiKeys/apiKeys'
import { scopes } from '#contract/endpoint'
import type { Scope } from '#contract/endpoint'
import type { KeyKind } from './format.ts'

/** What the API and people call a kind, and the two letters that stand for it in a key and in storage. */
export const kindCodes: Readonly<Record<ApiKeyKind, KeyKind>> = { secret: 'sk', publishable: 'pk', restricted: 'rk' }

const kindNames: Readonly<Record<KeyKind, ApiKeyKind>> = { sk: 'secret', pk: 'publishable', rk: 'restricted' }
export const kindName = (code: KeyKind): ApiKeyKind => kindNames[code]

/** What a key of each kind may do when nothing else is asked for. */
export const scopesOf = (kind: KeyKind): readonly Scope[] =>
  kind === 'pk' ? ['tokens:write'] : scopes.filter((scope) => scope !== 'internal')
