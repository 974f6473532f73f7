/**
 * Decimal digits of a hash (FNV-1a, 32 bits), for auth codes and reference numbers: equal texts give equal digits. Not for secrets.
 *
 * @param length at most 9, the digits of 32 bits
 */
export const hashDigits = (text: string, length: number): string => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return String(hash % 10 ** length).padStart(length, '0')
}
