const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

const adaptBias = (delta: number, count: number, first: boolean): number => {
  let rest = Math.floor(delta / (first ? 700 : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35)
  return bias + Math.floor((36 * rest) / (rest + 38))
}

/** Decodes a lower-case label of a host name, without its xn--. Returns null for invalid Punycode. RFC 3492, 6.2. */
export const decodePunycode = (text: string): string | null => {
  const basic = Math.max(text.lastIndexOf('-'), 0)
  const points = Array.from(text.slice(0, basic), (character) => character.codePointAt(0) ?? 0)
  let [at, code, bias, index] = [basic === 0 ? 0 : basic + 1, 128, 72, 0]
  while (at < text.length) {
    const before = index
    for (let [weight, step, ended] = [1, 36, false]; !ended; step += 36) {
      const digit = digits.indexOf(text[at++] ?? '-')
      index += digit * weight
      if (digit === -1 || index > 0x7fff_ffff) return null
      const threshold = Math.min(Math.max(step - bias, 1), 26)
      weight *= 36 - threshold
      ended = digit < threshold
    }
    const count = points.length + 1
    bias = adaptBias(index - before, count, before === 0)
    code += Math.floor(index / count)
    if (code > 0x10_ffff) return null
    index %= count
    points.splice(index++, 0, code)
  }
  return String.fromCodePoint(...points)
}
