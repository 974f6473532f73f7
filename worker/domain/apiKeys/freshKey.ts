import type { KeyText } from '../../store/apiKeys/apiKeys.ts'
import type { KeyForm } from './format.ts'
import { hashApiKey, keyHint, mintApiKey } from './format.ts'

/** A new key: its text, for the one answer that shows it, and what storage keeps of it. */
export const freshKey = async (form: KeyForm) => {
  const key = mintApiKey(form)
  const stored: KeyText = {
    kind: form.kind,
    hash: await hashApiKey(key.reveal()),
    hint: keyHint(key.reveal()),
  }
  return { key, stored }
}
