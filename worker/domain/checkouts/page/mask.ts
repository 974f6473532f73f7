/** Stands for any number of characters, so that a mask does not tell the length. */
const hidden = '•••'

/** The first letter of a text; nothing in place of other characters. */
const initial = (text: string): string => /^\p{L}/u.exec(text)?.[0] ?? ''

/** A name as the initials of its first and last word: `A••• L•••` for Ada King Lovelace. */
export const maskName = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const shown = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return shown.map((word) => initial(word) + hidden).join(' ')
}

/**
 * An email address as the first letters of its parts: `a•••@e•••.com` for ada@mail.example.com. A domain's ending is shown if it is as short as
 * those that many people share.
 */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = /.\.([a-z]{2,4})$/i.exec(domain)?.[1]
  return `${initial(email.slice(0, at))}${hidden}@${initial(domain)}${hidden}${ending === undefined ? '' : `.${ending}`}`
}
