import type { KeyText } from '../../store/apiKeys/apiKeys.ts'
import type { KeyParts } from './format.ts'
import { hashApiKey, keyHint, mintApiKey } from './format.ts'

/** Generates a key: `key` for the one response that contains it, `stored` for the database. */
export const generateKey = async (parts: KeyParts) => {
  const key = mintApiKey(parts)
  const stored: KeyText = {
    kind: parts.kind,
    hash: await hashApiKey(key.reveal()),
    hint: keyHint(key.reveal()),
  }
  return { key, stored }
}
