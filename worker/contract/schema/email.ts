/** Letters, combining marks and digits of any script, as in internationalized addresses (RFC 6531). */
const letter = String.raw`\p{L}\p{M}\p{N}`

const atom = `[${letter}!#$%&'*+/=?^_\`{|}~-]+`
const label = `[${letter}](?:[${letter}-]{0,61}[${letter}])?`

const pattern = new RegExp(`^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, 'u')

/** Maximum length in a mail command (RFC 5321). */
export const maxEmailLength = 254

/**
 * Whether a text is exactly one email address: the dot-atom form of RFC 5322 with a host name, in the letters of any script. Quoted names,
 * comments, lists, display names and literal IP addresses are not addresses here. Only a delivery can prove that an address exists.
 */
export const isEmail = (text: string): boolean => text.length <= maxEmailLength && pattern.test(text)
