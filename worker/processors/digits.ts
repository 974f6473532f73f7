/**
 * Digits that look random and are the same for the same text (FNV-1a, 32 bits). For auth codes and reference numbers,
 * where equal input must give equal output; nothing here is a secret.
 *
 * @param length 9 at most, which is what 32 bits carry
 */
export const hashDigits = (text: string, length: number): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return String(hash % 10 ** length).padStart(length, '0')
}
