import type { KeyText } from '../../store/apiKeys/apiKeys.ts'
import type { KeyParts } from './format.ts'
import { hashApiKey, keyHint, mintApiKey } from './format.ts'

/** A new key: its text, for the one answer that shows it, and what storage keeps of it. */
export const generateKey = async (form: KeyParts) => {
  const key = mintApiKey(form)
  const stored: KeyText = {
    kind: form.kind,
    hash: await hashApiKey(key.reveal()),
    hint: keyHint(key.reveal()),
  }
  return { key, stored }
}
