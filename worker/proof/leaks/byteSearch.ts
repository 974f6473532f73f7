/** A byte string to look for. Where `confirm` is given, it says of a place whether that is one. */
export type Needle = { bytes: Buffer; confirm?: (content: Buffer, at: number) => boolean }

const slots = 2 ** 18
/** Four bytes, as one number, to a slot: Knuth's multiplicative hash. */
const slotOf = (bytes: number): number => Math.imul(bytes, 0x9e_37_79_b1) >>> 14

/** Byte by byte, since nearly all differ in the fifth, and a call of a buffer's own methods takes longer than that. */
const standsAt = (content: Buffer, at: number, bytes: Buffer): boolean => {
  for (let index = 4; index < bytes.length; index++) if (content[at + index] !== bytes[index]) return false
  return true
}

/**
 * A search for many needles, of four bytes at least each, in one pass: its time depends on the content alone, not on how many are
 * sought. It answers the first place of each needle that is there.
 */
export const searchFor = <N extends Needle>(needles: readonly N[]): ((content: Buffer) => Map<N, number>) => {
  const beginning = new Map<number, N[]>()
  const isTaken = new Uint8Array(slots)
  for (const needle of needles) {
    if (needle.bytes.length < 4) throw new Error(`${needle.bytes.length} bytes are too few to be looked for.`)
    const begin = needle.bytes.readUInt32BE()
    isTaken[slotOf(begin)] = 1
    beginning.set(begin, [...(beginning.get(begin) ?? []), needle])
  }
  return (content) => {
    const found = new Map<N, number>()
    let last = 0
    for (let end = 0; end < content.length; end++) {
      last = (last << 8) | content[end]!
      if (isTaken[slotOf(last)] === 0 || end < 3) continue
      const at = end - 3
      for (const needle of beginning.get(last >>> 0) ?? []) {
        if (found.has(needle)) continue
        const { bytes, confirm } = needle
        if (standsAt(content, at, bytes) && (confirm?.(content, at) ?? true)) found.set(needle, at)
      }
    }
    return found
  }
}
