import type { ApiKeyKind } from '#contract/apiKeys/apiKeys'
import { secretKeyScopes } from '#contract/scopes'
import type { Scope } from '#contract/scopes'
import type { KeyKind } from './format.ts'

/** The code of each kind, in the text of a key and in storage. */
export const kindCodes: Readonly<Record<ApiKeyKind, KeyKind>> = { secret: 'sk', publishable: 'pk', restricted: 'rk' }

const kindNames: Readonly<Record<KeyKind, ApiKeyKind>> = { sk: 'secret', pk: 'publishable', rk: 'restricted' }
export const kindName = (code: KeyKind): ApiKeyKind => kindNames[code]

/** Scopes of a key of this kind if the request contains none. */
export const defaultScopes = (kind: KeyKind): readonly Scope[] => (kind === 'pk' ? ['tokens:write'] : secretKeyScopes)
