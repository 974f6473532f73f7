/**
 * Routing numbers of bank accounts.
 *
 * - 9 digits: an ABA number, whose digits weighted 3-7-1 add up to a multiple of ten, or a Canadian number in electronic format: 0 +
 *   institution (3) + transit (5)
 * - 8 digits: a Canadian number in paper format: transit (5) + institution (3)
 * - 10 to 20 digits: codes of other countries, which are not validated
 *
 * Source of the Canadian institutions: Payments Canada's list of members, from Wikipedia.
 */
const canadianInstitutions: ReadonlySet<string> = new Set(
  (
    '001 002 003 004 006 010 016 030 039 117 127 177 219 241 242 245 248 250 260 265 269 270 275 277 290 294 301 303 307 308 309 310 ' +
    '311 314 315 320 321 323 327 328 330 332 334 335 338 340 342 343 346 352 355 361 362 366 370 372 376 378 509 540 608 614 618 623 ' +
    '807 809 815 819 828 829 837 839 842 853 865 879 889 890 899'
  ).split(' '),
)

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const

const hasAbaChecksum = (digits: string): boolean =>
  digits !== '000000000' && weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 10 === 0

/** Whether a text of 8 to 20 digits is a possible routing number. */
export const isRoutingNumber = (digits: string): boolean => {
  if (digits.length === 8) return canadianInstitutions.has(digits.slice(5))
  if (digits.length !== 9) return true
  return hasAbaChecksum(digits) || (digits.startsWith('0') && canadianInstitutions.has(digits.slice(1, 4)))
}
