/** Domains of large providers of mailboxes. Short ones are missing: they resemble domains of many companies. */
const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'comcast.net',
  'verizon.net',
  'btinternet.com',
  'yandex.ru',
  'naver.com',
]

/** Domains with mailboxes that resemble one of these. */
const LOOKALIKES = new Set(['mail.com', 'email.com', 'ymail.com', 'cloud.com'])

/** Whether one typing error turns a text into another: a letter too many, missing or wrong, or two letters exchanged. */
const isOneErrorAway = (a: string, b: string): boolean => {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [typed, meant] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return (typed.length < 2 && meant.length < 2) || (typed.length === 2 && typed === meant[1]! + meant[0]!)
}

/** The domain that the shopper probably meant; empty if the address has no typing error that is known. */
export const meantDomain = (address: string): string => {
  const domain = address.trim().toLowerCase().split('@')[1] ?? ''
  if (DOMAINS.includes(domain) || LOOKALIKES.has(domain)) return ''
  return DOMAINS.find((known) => isOneErrorAway(domain, known)) ?? ''
}
